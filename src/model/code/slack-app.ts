// The Slack app that a program is, as far as it can be read: its app objects, its listeners, and who handles what.
import type { Language } from '../audit-input.ts';
import type { Location } from '../rule.ts';
import type { Act } from './act.ts';
import { actsOf } from './acts.ts';
import { emitterGives, emitterKind, emitterListener } from './emitters.ts';
import { functionAt } from './function-at.ts';
import { type ListenerKind, listenerKinds } from './listener-kinds.ts';
import { locate } from './locate.ts';
import type { Program } from './program.ts';
import { pythonKinds, unpacked } from './python-listeners.ts';
import type { CallSite, Scope } from './scope.ts';
import { giveEnvelope, socketListener, socketMethod } from './socket-listeners.ts';
import type { Call, Expr, Func } from './syntax.ts';
import { pathOf, type Value } from './value.ts';
import { type Wanted, wantedOf } from './wanted.ts';

export interface SlackApp {
  readonly call: Call;
  readonly scope: Scope;
  readonly location: Location;
  readonly language: Language;
  /**
   * `events-adapter` is slackeventsapi: it answers Slack when its listeners have ended. `emitter` answers before they run,
   * `message-adapter` by itself in time, and `socket-client` leaves the answer to them.
   */
  readonly kind: 'bolt' | 'bolt-python' | 'events-adapter' | 'emitter' | 'message-adapter' | 'socket-client';
}

export interface Listener {
  readonly kind: ListenerKind;
  /** The method that registers it: in Python `view_closed` is another thing than `view_submission`. */
  readonly method: string;
  readonly language: Language;
  /** Undefined: an app object whose making was not seen. */
  readonly app: SlackApp | undefined;
  readonly wanted: Wanted | undefined;
  /** Undefined: it could not be followed. */
  readonly handler: Func | undefined;
  /** It is handed to something that may do anything around it. */
  readonly isWrapped: boolean;
  /** Middleware in front of the handler, and Python's matchers. */
  readonly extras: readonly Expr[];
  readonly lazy: readonly Func[];
  readonly site: CallSite;
  readonly location: Location;
  readonly acts: readonly Act[];
}

const appPath =
  /^(@slack\/bolt\.App|slack_bolt(\.app(\.app)?)?\.App|slack_bolt(\.app)?\.async_app\.AsyncApp|slack_bolt\.AsyncApp)\(\)$/;
const registration =
  /^(@slack\/bolt\.App\(\)|slack_bolt[\w.]*\.(?:Async)?App\(\)|slack_bolt\.AsyncApp\(\)|slack_bolt[\w.]*\.(?:Async)?Assistant\(\)(?=\.(?:thread_started|thread_context_changed|user_message)$)|slackeventsapi\.SlackEventAdapter\(\)(?=\.on$))\.(\w+)$/;

export interface SlackCode {
  readonly apps: readonly SlackApp[];
  readonly listeners: readonly Listener[];
}

export function slackCodeOf(program: Program): SlackCode {
  const made = program.calls.flatMap((site) => appAt(program, site) ?? []);
  const drafts = program.modules.flatMap(({ functions }) =>
    functions.flatMap(({ fn, scope }) =>
      fn.decorators.flatMap((decorator) => decorated(program, decorator, fn, scope)),
    ),
  );
  const called = program.calls.flatMap((site) => registered(program, site, made));
  const decoratedSites = new Set(drafts.map(({ site }) => site.call));
  const all = [
    ...drafts.map((draft) => withApp(program, draft, made)),
    ...called.filter(({ site }) => !decoratedSites.has(site.call)),
  ];
  for (const { handler, lazy, language, app, method } of all)
    for (const fn of [handler, ...lazy])
      if (fn && method === socketMethod) giveEnvelope(program, fn);
      else if (fn) giveArguments(program, fn, language, app?.kind);
  const listeners = all.map((draft) => ({ ...draft, acts: draft.handler ? actsOf(program, draft.handler) : [] }));
  return { apps: made.filter(({ kind }) => /^bolt/.test(kind)), listeners: listeners.toSorted(byPlace) };
}

function byPlace(a: Listener, b: Listener): number {
  return a.location.file < b.location.file
    ? -1
    : a.location.file > b.location.file
      ? 1
      : a.site.call.at.start - b.site.call.at.start;
}

function appAt(program: Program, { call, scope }: CallSite): SlackApp | undefined {
  const callee = program.evaluate(call.callee, scope);
  const path = pathOf(callee);
  const own = callee?.is === 'class' ? baseOf(program, callee) : path;
  const isAdapter = path === 'slackeventsapi.SlackEventAdapter';
  const emitter = path === undefined ? undefined : emitterKind(`${path}()`);
  if (own === undefined || !(isAdapter || emitter || appPath.test(`${own}()`))) return undefined;
  const { module } = scope;
  return {
    call,
    scope,
    location: locate(module, call.at),
    language: module.language,
    kind: emitter ?? (isAdapter ? 'events-adapter' : module.language === 'python' ? 'bolt-python' : 'bolt'),
  };
}

function baseOf(program: Program, { def }: Extract<Value, { is: 'class' }>): string | undefined {
  return def.cls.bases.map((base) => pathOf(program.evaluate(base, def.scope))).find((path) => path !== undefined);
}

type Draft = Omit<Listener, 'acts'>;

/** `@app.event("x")` above a function, and `@app.middleware`. */
function decorated(program: Program, decorator: Expr, fn: Func, scope: Scope): Draft[] {
  const isBare =
    decorator.form === 'member' &&
    /^(middleware|use|error|thread_started|thread_context_changed|user_message)$/.test(decorator.name ?? '');
  if (decorator.form !== 'call' && !isBare) return [];
  const call: Call =
    decorator.form === 'call'
      ? decorator
      : { form: 'call', callee: decorator, args: [], isNew: false, at: decorator.at };
  const home = scope.parent ?? scope;
  const kind = kindOf(program, call, home);
  if (!kind) return [];
  return [draftOf(program, kind, { call, scope: home }, { handler: fn, extras: keywordLists(call), lazy: [] })];
}

function kindOf(program: Program, call: Call, scope: Scope): ListenerKind | undefined {
  const path = pathOf(program.evaluate(call.callee, scope)) ?? '';
  const name = registration.exec(path)?.[2];
  if (name === undefined) return scope.module.language === 'python' ? undefined : emitterListener(path, call);
  if (scope.module.language === 'python') return pythonKinds[name];
  return listenerKinds.find((kind) => kind === name);
}

function registered(program: Program, site: CallSite, apps: readonly SlackApp[]): Draft[] {
  const { call, scope } = site;
  if (scope.module.language !== 'python') {
    const kind = kindOf(program, call, scope);
    return kind ? javascriptDrafts(program, kind, site).map((draft) => withApp(program, draft, apps)) : [];
  }
  // `app.middleware(log)`, `app.command("/x")(handler)`, `app.command("/x")(ack=f, lazy=[g])`.
  if (call.callee.form !== 'call')
    return kindOf(program, call, scope) === 'use'
      ? [withApp(program, javascriptDraft(program, 'use', site), apps)]
      : socketListener(program, site);
  const kind = kindOf(program, call.callee, scope);
  if (!kind) return [];
  const named = (word: string) => call.args.find(({ keyword }) => keyword === word)?.value;
  const first =
    named('ack') ??
    unpacked(
      program,
      call.args.find(({ keyword }) => keyword === undefined),
      scope,
    );
  const lazy = named('lazy');
  const functions =
    lazy?.form === 'list' ? lazy.items.flatMap((item) => functionAt(program, item, scope)?.fn ?? []) : [];
  const found = first && functionAt(program, first, scope);
  const draft = draftOf(
    program,
    kind,
    { call: call.callee, scope },
    { handler: found?.fn, extras: keywordLists(call.callee), lazy: functions },
  );
  return [withApp(program, { ...draft, isWrapped: found?.isWrapped ?? true }, apps)];
}

/** In a loop over a table one line registers many. */
function javascriptDrafts(program: Program, kind: ListenerKind, site: CallSite): Draft[] {
  const draft = javascriptDraft(program, kind, site);
  const last = site.call.args.at(-1)?.value;
  if (draft.handler || (last?.form !== 'name' && last?.form !== 'member')) return [draft];
  const all = program.candidates({ form: 'call', callee: last, args: [], isNew: false, at: last.at }, site.scope);
  return all.length > 0 ? all.map((handler) => ({ ...draft, handler, isWrapped: false })) : [draft];
}

function javascriptDraft(program: Program, kind: ListenerKind, site: CallSite): Draft {
  const { call, scope } = site;
  const args = call.args.map(({ value }) => value);
  const last = args.at(-1);
  const found = last && functionAt(program, last, scope);
  const hasPattern = kind !== 'message' && kind !== 'use' && kind !== 'assistant';
  const extras = args.slice(hasPattern ? 1 : 0, -1);
  const draft = draftOf(program, kind, site, { handler: found?.fn, extras, lazy: [] });
  return { ...draft, isWrapped: found?.isWrapped ?? true };
}

function keywordLists(call: Call): Expr[] {
  return call.args
    .filter(({ keyword }) => keyword === 'matchers' || keyword === 'middleware')
    .map(({ value }) => value);
}

function draftOf(
  program: Program,
  kind: ListenerKind,
  site: CallSite,
  own: Pick<Listener, 'handler' | 'extras' | 'lazy'>,
): Draft {
  const { call, scope } = site;
  const first = call.args.find(
    ({ keyword }) => keyword === undefined || /^(event|keyword|command|constraints|callback_id)$/.test(keyword),
  );
  const isHandler = first && functionAt(program, first.value, scope) !== undefined;
  return {
    kind,
    method: call.callee.form === 'member' ? (call.callee.name ?? kind) : kind,
    language: scope.module.language,
    app: undefined,
    wanted: first && !isHandler && kind !== 'use' ? wantedOf(program, first.value, scope) : undefined,
    isWrapped: false,
    site,
    location: locate(scope.module, call.at),
    ...own,
  };
}

function withApp(program: Program, draft: Draft, apps: readonly SlackApp[]): Draft {
  const { call, scope } = draft.site;
  const callee = call.callee.form === 'member' ? program.evaluate(call.callee.object, scope) : undefined;
  const made = callee?.is === 'outside' ? callee.made?.call : undefined;
  return { ...draft, app: apps.find((app) => app.call === made) };
}

/** Bolt hands one object to a function in JavaScript, and arguments by their names in Python. */
function giveArguments(program: Program, fn: Func, language: Language, kind: SlackApp['kind'] | undefined): void {
  if (kind !== undefined && kind in emitterGives)
    program.give(fn, (index) => emitterGives[kind as keyof typeof emitterGives][index]);
  else if (kind === 'events-adapter') program.give(fn, (index) => (index === 0 ? 'slack.body' : undefined));
  else if (language === 'python')
    program.give(fn, (_, name) =>
      name === undefined
        ? undefined
        : name === 'self' || name === 'cls'
          ? undefined
          : name === 'args'
            ? 'slack'
            : `slack.${name}`,
    );
  else program.give(fn, (index) => (index === 0 ? 'slack' : undefined));
}
