// Is work that is promised kept only in the memory of the process?
import type { AuditInput } from '../model/audit-input.ts';
import { type Act, canPrecede, surelyPrecedes } from '../model/code/act.ts';
import { isAnsweredBehind } from '../model/code/answered-behind.ts';
import { chainOf, placeOf } from '../model/code/answers.ts';
import { effectOf, shortName } from '../model/code/effects.ts';
import { isHeldOpen } from '../model/code/held-open.ts';
import { keepsAlive } from '../model/code/left-alone.ts';
import type { Program } from '../model/code/program.ts';
import type { Listener } from '../model/code/slack-app.ts';
import type { Expr } from '../model/code/syntax.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly name: string;
  readonly by: string;
}

export const workAfterAckNotDurable = defineRule<AuditInput, Args>({
  id: 'work-after-ack-not-durable',
  title: 'Work is promised and kept only in memory',
  severity: 'note',
  problem:
    'Once Slack has its answer it never sends the event again. Work that waits in a thread, a task or a timer ends with the process: a deployment loses it, and whoever asks again makes a second one.',
  fix: ['Write the event down durably before the answer, and let a worker do the work: what was lost is found again.'],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const said = (acts: readonly Act[], howOf: (act: Act) => string | undefined) => {
      const ways = new Set<string>();
      return acts.flatMap((act) => {
        const by = howOf(act);
        if (by === undefined || seen.has(act.expr)) return [];
        const name = workOf(program, act);
        if (name === undefined) return [];
        seen.add(act.expr);
        // What one promise holds is one thing to write down, however much it does.
        if (ways.size === ways.add(by).size) return [];
        const args = { name, by };
        return [found(this.id, placeOf(act), args, { related: chainOf(act), certainty: 'consistent' as const })];
      });
    };
    const handedOver = (acts: readonly Act[]) =>
      startsIn(program, acts).flatMap(({ start, act, name, by }) => {
        if (seen.has(start.expr)) return [];
        seen.add(start.expr);
        const related =
          start === act ? chainOf(act) : [...chainOf(start), noted(placeOf(act), 'the work is done here')];
        return [found(this.id, placeOf(start), { name, by }, { related, certainty: 'consistent' as const })];
      });
    return [
      ...listeners.flatMap((one) => [
        ...handedOver(one.acts),
        ...said(one.acts, (act) => kept(program, one.acts, act) ?? dropped(program, one, act)),
      ]),
      ...routes.flatMap(({ acts }) => [
        ...handedOver(acts),
        ...said(acts, (act) => (handed(act) ? undefined : (kept(program, acts, act) ?? left(program, acts, act)))),
      ]),
    ];
  },
  say: ({ name, by }) =>
    `${name} runs behind ${by}, in the memory of this process: a restart loses it, and Slack does not send again.`,
});

const later =
  /^(global\.(setImmediate|setTimeout|queueMicrotask)|process\.nextTick|threading\.(Thread|Timer)|multiprocessing\.Process|_thread\.start_new_thread|(eventlet|gevent)\.spawn|executor\.submit|asyncio\.create_task|apscheduler\.schedulers\.\w+\.\w+\(\)\.add_job|starlette\.background\.BackgroundTasks?(\(\)\.add_task)?|fastapi\.BackgroundTasks\(\)\.add_task|\?\.add_task|\?\.create_task|(.*\.)?after_response)$/;

interface Start {
  /** The call that promises the work. */
  readonly start: Act;
  readonly act: Act;
  readonly name: string;
  readonly by: string;
}

/** Each promise with what it does first that is worth to be kept; what others are asked for is, where nothing else is known. */
function startsIn(program: Program, acts: readonly Act[]): Start[] {
  const found = new Map<unknown, Start & { readonly isMade: boolean }>();
  for (const act of acts) {
    const by = handed(act);
    const made = by === undefined ? undefined : workOf(program, act);
    const name = made ?? (by === undefined ? undefined : asked(program, act));
    if (by === undefined || name === undefined) continue;
    const start = startOf(acts, act);
    const before = found.get(start.expr);
    if (!before || (made !== undefined && !before.isMade))
      found.set(start.expr, { start, act, name, by, isMade: made !== undefined });
  }
  return [...found.values()];
}

function asked(program: Program, act: Act): string | undefined {
  const effect = effectOf(program, act);
  if (effect?.kind === 'slack') return reading.test(effect.name) ? undefined : effect.name;
  return /^(model|http|program)$/.test(effect?.kind ?? '') ? effect?.name : undefined;
}

/** Methods of the Web API that only look. */
const reading = /(auth|api)[._]?test|[._](info|list|history|replies|members|get\w*|lookupByEmail)$/;

const starting =
  /(^|\.)(setImmediate|setTimeout|queueMicrotask|nextTick|Thread|Timer|Process|start_new_thread|spawn|submit|run_in_executor|create_task|ensure_future|BackgroundTasks?|add_task|add_job|after_response)$/;

/** Around the first call on its way that starts something, as the code has it. */
function startOf(acts: readonly Act[], act: Act): Act {
  for (const { at, scope } of [...act.chain, act]) {
    const start = acts.find(
      (one) =>
        one.kind === 'call' &&
        one.scope.module === scope.module &&
        one.at.start <= at.start &&
        at.end <= one.at.end &&
        one.expr?.form === 'call' &&
        starting.test(one.path ?? calledAs(one.expr)),
    );
    if (start) return start;
  }
  return act;
}

function calledAs({ callee }: Extract<Expr, { form: 'call' }>): string {
  return callee.form === 'name' || callee.form === 'member' ? (callee.name ?? '') : '';
}

function handed({ handedTo }: Act): string | undefined {
  return handedTo !== undefined && later.test(handedTo) ? handedTo.replace(/^(global|\?)\./, '') : undefined;
}

/** Kept running by the platform, which promises nothing for after a crash or a time limit. */
function kept(program: Program, acts: readonly Act[], act: Act): string | undefined {
  if (act.late !== 'waitUntil' && !keepsAlive.test(act.handedTo ?? '')) return undefined;
  return isWrittenDown(program, acts, act) ? undefined : 'waitUntil';
}

/** The answer that waits for the listener does not wait for what the listener leaves alone. */
function dropped(program: Program, listener: Listener, act: Act): string | undefined {
  if (act.late !== 'left alone' || handed(act) !== undefined || !isHeldOpen(program, listener)) return undefined;
  return isWrittenDown(program, listener.acts, act) ? undefined : 'a promise that nobody waits for';
}

/** A receiver of its own answers for itself; Bolt has answered an event before any listener runs. */
function left(program: Program, acts: readonly Act[], act: Act): string | undefined {
  if (isWrittenDown(program, acts, act)) return undefined;
  if (act.late === 'left alone' && !isAnsweredBehind(acts.filter(isAnswer), act))
    return 'a promise that nobody waits for';
  const isOwn = act.handedTo === undefined || callbacks.test(act.handedTo);
  const isBehind =
    !act.isInCatch &&
    isOwn &&
    acts.some((one) => isAnswer(one) && surelyPrecedes(one, { ...act, handedTo: undefined }));
  return isBehind ? 'the answer' : undefined;
}

/** They run what they are handed once their own answer has come. */
const callbacks = /\.(then|finally)$|^@slack\/|^request(\.\w+)?$|^https?\.(get|request)$/;

const answers = /^http\.response\.((status|code|header|type)\([^)]*\)\.)*(send|json|end|sendStatus)$/;

function isAnswer({ kind, path, isInCatch }: Act): boolean {
  return kind === 'call' && path !== undefined && answers.test(path) && !isInCatch;
}

/** A row or a job that was made before it: a worker can find again what was lost. */
function isWrittenDown(program: Program, acts: readonly Act[], late: Act): boolean {
  return acts.some((act) => {
    const effect = canPrecede(act, late) ? effectOf(program, act) : undefined;
    return effect?.kind === 'queue' || (effect?.kind === 'database' && effect.creates);
  });
}

const dispatches = /App\(\)\.(async_)?dispatch$/;

function workOf(program: Program, act: Act): string | undefined {
  if (act.expr?.form === 'call' && dispatches.test(act.path ?? '')) return shortName(act.expr);
  const effect = effectOf(program, act);
  return (effect?.creates && effect.kind !== 'queue') || effect?.kind === 'model' ? effect.name : undefined;
}
