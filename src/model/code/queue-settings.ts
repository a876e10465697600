// What the code says to a queue about repeating a job: BullMQ, pg-boss, graphile-worker and Celery, where it is written out.
// BullMQ: https://docs.bullmq.io/guide/retrying-failing-jobs; pg-boss: https://pgboss.io/api/jobs;
// graphile-worker: https://worker.graphile.org/docs/library/add-job (its pause always grows)
// Celery: https://docs.celeryq.dev/en/stable/userguide/tasks.html#retrying
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr, Span } from './syntax.ts';
import { pathOf } from './value.ts';

export interface QueueSettings {
  readonly system: 'BullMQ' | 'pg-boss' | 'graphile-worker' | 'Celery';
  readonly at: Span;
  readonly scope: Scope;
  /** `none`: it says that there is no end. Undefined: not written out. */
  readonly attempts: number | 'none' | undefined;
  readonly hasBackoff: boolean;
  /** It repeats after every error whatever. */
  readonly repeatsAll: boolean;
  /** What failed for the last time is deleted. */
  readonly forgetsFailed: boolean;
}

const found = new WeakMap<Program, readonly QueueSettings[]>();

/** Several rules ask. */
export function queueSettings(program: Program): readonly QueueSettings[] {
  const before = found.get(program);
  if (before) return before;
  const settings = settingsIn(program);
  found.set(program, settings);
  return settings;
}

function settingsIn(program: Program): QueueSettings[] {
  if (!program.modules.some(({ module }) => /bullmq|pg-boss|graphile-worker|celery/.test(module.text))) return [];
  const called = program.calls.flatMap(({ call, scope }): QueueSettings[] => {
    const path = pathOf(program.evaluate(call.callee, scope)) ?? '';
    if (path === 'bullmq.Queue') {
      const jobs = program.fieldOf(call.args[1]?.value, 'defaultJobOptions', scope);
      return jobs ? fromOptions(program, 'BullMQ', jobs.value, jobs.scope, call.at, 'attempts', 'backoff') : [];
    }
    if (path === 'bullmq.Queue().add') {
      const queue = program.evaluate(call.callee, scope);
      const made =
        queue?.is === 'outside' && call.callee.form === 'member'
          ? program.evaluate(call.callee.object, scope)
          : undefined;
      const home = made?.is === 'outside' ? made.made : undefined;
      // The queue's own options hold for each job unless it says otherwise; where they cannot be seen nothing is known.
      if (!home || home.call.args[1]) return [];
      const options = call.args[2]?.value;
      return options ? fromOptions(program, 'BullMQ', options, scope, call.at, 'attempts', 'backoff') : [];
    }
    const added = /^graphile-worker\.(?:(quickAddJob)|makeWorkerUtils\(\)\.addJob)$/.exec(path);
    if (added) {
      const spec = call.args[added[1] ? 3 : 2]?.value;
      const settings = spec ? fromOptions(program, 'graphile-worker', spec, scope, call.at, 'maxAttempts', '') : [];
      return settings.map((one) => ({ ...one, hasBackoff: true }));
    }
    if (!/^pg-boss(\.\w+)?\(\)\.send$/.test(path)) return [];
    const options = call.args[2]?.value;
    return options ? fromOptions(program, 'pg-boss', options, scope, call.at, 'retryLimit', 'retryBackoff') : [];
  });
  const tasks = program.modules.flatMap(({ functions }) =>
    functions.flatMap(({ fn, scope }) => fn.decorators.flatMap((one) => taskAt(program, one, scope.parent ?? scope))),
  );
  return [...called, ...tasks];
}

function fromOptions(
  program: Program,
  system: QueueSettings['system'],
  options: Expr,
  scope: Scope,
  at: Span,
  attempts: string,
  backoff: string,
): QueueSettings[] {
  const value = program.evaluate(options, scope);
  // A spread may hold what is not seen.
  if (value?.is !== 'plain' || value.expr.form !== 'object' || value.expr.entries.some(({ key }) => key === undefined))
    return [];
  const field = program.fieldOf(options, attempts, scope);
  const count = field && program.constant(field.value, field.scope);
  const path = field && pathOf(program.evaluate(field.value, field.scope));
  const failed = program.fieldOf(options, 'removeOnFail', scope);
  const isEndless = /^global\.(Infinity|Number\.(MAX_SAFE_INTEGER|MAX_VALUE|POSITIVE_INFINITY))$/.test(path ?? '');
  return [
    {
      ...{ system, at, scope, repeatsAll: false },
      forgetsFailed: failed !== undefined && program.constant(failed.value, failed.scope) === true,
      attempts: isEndless ? 'none' : typeof count === 'number' ? count + (system === 'pg-boss' ? 1 : 0) : undefined,
      hasBackoff:
        program.fieldOf(options, backoff, scope) !== undefined ||
        program.fieldOf(options, 'retryDelay', scope) !== undefined,
    },
  ];
}

function taskAt(program: Program, decorator: Expr, scope: Scope): QueueSettings[] {
  if (decorator.form !== 'call') return [];
  const path = pathOf(program.evaluate(decorator.callee, scope)) ?? '';
  if (!/^celery\.(shared_task|Celery\(\)\.task|app\.task|task)$/.test(path)) return [];
  if (decorator.args.some(({ isSpread }) => isSpread)) return [];
  const named = (word: string) => decorator.args.find(({ keyword }) => keyword === word)?.value;
  const limit = named('max_retries');
  const count = limit && program.constant(limit, scope);
  const errors = named('autoretry_for');
  if (!errors && !limit) return [];
  const items = errors?.form === 'list' ? errors.items : [];
  return [
    {
      ...{ system: 'Celery', at: decorator.at, scope, forgetsFailed: false },
      attempts: count === null ? 'none' : typeof count === 'number' ? count + 1 : undefined,
      hasBackoff: !errors || named('retry_backoff') !== undefined || named('default_retry_delay') !== undefined,
      repeatsAll: items.some((one) => one.form === 'name' && /^(Exception|BaseException)$/.test(one.name)),
    },
  ];
}
