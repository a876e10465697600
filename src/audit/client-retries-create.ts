// Does the Slack client itself post again when the answer was lost?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { effectOf, slackCreates } from '../model/code/effects.ts';
import { locate } from '../model/code/locate.ts';
import type { Program } from '../model/code/program.ts';
import type { CallSite, ClassDef, Scope } from '../model/code/scope.ts';
import type { SlackApp } from '../model/code/slack-app.ts';
import type { Call, Expr } from '../model/code/syntax.ts';
import { pathOf } from '../model/code/value.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly count: number;
  readonly client: string;
}

export const clientRetriesCreate = defineRule<AuditInput, Args>({
  id: 'client-retries-create',
  title: 'The Slack client posts again when an answer was lost',
  severity: 'note',
  problem:
    'WebClient for Node repeats a call up to ten times in half an hour after a 5xx, a time-out or a cut connection. A chat.postMessage whose answer was lost is posted again, and Slack offers no key that would prevent it.',
  fix: [
    'Set retryConfig to { retries: 0 } for calls that create, look afterwards whether the message is there, and only then post again.',
    'In Bolt the client of the listeners takes it from new App({ clientOptions: { retryConfig: { retries: 0 } } }).',
  ],
  check({ program, apps, listeners, routes }) {
    // What receives nothing posts once for a reason of its own: whoever starts it sees whether it was done.
    if (listeners.length + routes.length === 0) return [];
    const creates = new Set(program.calls.flatMap((site) => clientThatCreates(program, site) ?? []));
    const all = program.calls.filter(({ call, scope }) => isMaking(program, call, scope));
    // Whichever of them it is, it was made so.
    const isInjected = creates.has(injected) && all.every(({ call, scope }) => mayRetry(program, call, scope));
    const clients = all.flatMap(({ call, scope }) =>
      mayRetry(program, call, scope) && (creates.has(call) || isInjected) ? [locate(scope.module, call.at)] : [],
    );
    const own = [...creates].flatMap((one) =>
      typeof one === 'object' && 'cls' in one ? [locate(one.scope.module, one.cls.at)] : [],
    );
    // Bolt makes the client of its listeners with these options.
    const bolts = apps.flatMap((app) => {
      if (app.kind !== 'bolt' || isSet(program, app)) return [];
      const posts =
        listeners.some((one) => one.app === app && one.acts.some((act) => createsInSlack(program, act))) ||
        creates.has(app.call);
      return posts ? [app.location] : [];
    });
    // The setting is one decision: said once, with the other places beside it.
    const [first, ...more] = [...bolts, ...clients, ...own];
    if (!first) return [];
    const related = more.slice(0, mostPlaces).map((place) => noted(place, 'and here'));
    const client = bolts.length > 0 ? 'The client of this app' : 'WebClient';
    return [found(this.id, first, { count: 1 + more.length, client }, { related })];
  },
  say: ({ count, client }) =>
    `${client} is made with its ten retries${count > 1 ? ` in ${count} places` : ''}: a message whose answer was lost is posted again.`,
});

/** Somebody hands the client over, and a declared type alone says what it is. */
const injected = Symbol('injected');

function isMaking(program: Program, call: Call, scope: Scope): boolean {
  return call.isNew && webClient.test(pathOf(program.evaluate(call, scope)) ?? '');
}

/** Options that cannot be read may hold it. */
function mayRetry(program: Program, { args: [, options] }: Call, scope: Scope): boolean {
  if (!options) return true;
  return (
    !program.fieldOf(options.value, 'retryConfig', scope) && program.evaluate(options.value, scope)?.is === 'plain'
  );
}

/** Options that cannot be read may hold it. */
function isSet(program: Program, { call, scope }: SlackApp): boolean {
  const options = call.args[0]?.value;
  if (options && mayHold(program, options, scope)) return true;
  const own = program.fieldOf(options, 'clientOptions', scope);
  if (!own) return false;
  const inner = program.evaluate(own.value, own.scope);
  return (
    inner?.is !== 'plain' ||
    inner.expr.form !== 'object' ||
    program.fieldOf(own.value, 'retryConfig', own.scope) !== undefined
  );
}

/** Something is spread into them that cannot be read whole, or that has client options of its own. */
function mayHold(program: Program, options: Expr, scope: Scope, depth = 0): boolean {
  if (options.form === 'choice') return [options.yes, options.no].some((one) => mayHold(program, one, scope, depth));
  const value = program.evaluate(options, scope);
  if (value?.is !== 'plain' || value.expr.form !== 'object' || depth > 3) return true;
  const { expr, scope: home } = value;
  return expr.entries.some(
    ({ key, value: inner }) =>
      (key === undefined && mayHold(program, inner, home, depth + 1)) || (depth > 0 && key === 'clientOptions'),
  );
}

/** `respond` posts to an address of its own, by another client. */
function createsInSlack(program: Program, act: Act): boolean {
  if (act.path === 'slack.respond') return false;
  const effect =
    act.path !== undefined && /^(slack\.|@slack\/bolt)/.test(act.path) ? effectOf(program, act) : undefined;
  return effect?.kind === 'slack' && effect.creates;
}

/** By which `new WebClient` or `new App` the client of this call was made, where the call makes something in Slack. */
function clientThatCreates(program: Program, { call, scope }: CallSite): Call | ClassDef | typeof injected | undefined {
  const names: string[] = [];
  for (let here = call.callee; here.form === 'member' && here.name !== undefined; here = here.object) {
    names.unshift(here.name);
    const client = program.evaluate(here.object, scope);
    if (client?.is === 'instance' && isOwnClient(program, client.def))
      return creates(names) && !isSetInside(client.def) ? client.def : undefined;
    if (client?.is !== 'outside' || !(webClient.test(client.path) || boltApp.test(client.path))) continue;
    if (client.made === undefined && creates(names) && webClient.test(client.path)) return injected;
    if (boltApp.test(client.path)) return names.shift() === 'client' && creates(names) ? client.made?.call : undefined;
    return creates(names) ? client.made?.call : undefined;
  }
  return undefined;
}

/** `class Client extends WebClient` */
function isOwnClient(program: Program, { cls, scope }: ClassDef): boolean {
  return cls.bases.some((base) => webClient.test(`${pathOf(program.evaluate(base, scope))}()`));
}

/** What its constructor hands on is not followed. */
function isSetInside({ cls, scope }: ClassDef): boolean {
  return /retryConfig|\.\.\./.test(scope.module.text.slice(cls.at.start, cls.at.end));
}

function creates(names: readonly string[]): boolean {
  return slackCreates.test(names.join('.'));
}

/** Its client can be used by whoever has the app, also behind no listener. */
const boltApp = /^@slack\/bolt\.App\(\)$/;

/** The package had another name before its fifth version, and the same retries. */
const webClient = /^@slack\/(web-api|client)\.WebClient\(\)$/;

const mostPlaces = 10;
