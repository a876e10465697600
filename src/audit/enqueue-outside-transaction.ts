// Is the row committed first and the job enqueued afterwards, with nothing that finds a row without a job?
import type { AuditInput } from '../model/audit-input.ts';
import { surelyPrecedes } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { effectOf } from '../model/code/effects.ts';
import { mentionsAnywhere } from '../model/code/every-expr.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly insert: string;
  readonly enqueue: string;
}

export const enqueueOutsideTransaction = defineRule<AuditInput, Args>({
  id: 'enqueue-outside-transaction',
  title: 'The row and its job are not written together',
  severity: 'note',
  problem:
    'Between the insert and the enqueue the process can die: the row says the event was taken, every retry is turned away, and no job does the work. Enqueued first, a rolled back row leaves a job that works for nothing.',
  fix: [
    'Write the job as a row in the transaction of the event (an outbox), and let a relay enqueue it.',
    'Or let a sweeper enqueue rows that have no job, under a job id made from the event.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const hits = [...listeners, ...routes].flatMap(({ acts }) => {
      const inserts = acts.filter((act) => {
        const effect = effectOf(program, act);
        return act.isAwaited && effect?.kind === 'database' && effect.creates;
      });
      const hit = acts.find(
        (act) =>
          effectOf(program, act)?.kind === 'queue' &&
          !seen.has(act.expr) &&
          inserts.some((one) => surelyPrecedes(one, act)),
      );
      const insert = hit && inserts.find((one) => surelyPrecedes(one, hit));
      if (!hit || !insert) return [];
      seen.add(hit.expr);
      const args = { insert: effectOf(program, insert)?.name ?? '', enqueue: effectOf(program, hit)?.name ?? '' };
      return [
        found(this.id, placeOf(hit), args, {
          related: [noted(placeOf(insert), 'the row is written here')],
          certainty: 'consistent',
        }),
      ];
    });
    // Whoever has one of these may find the row again.
    const isFound = hits.length > 0 && (mentionsAnywhere(program, finders) || namesFunction(program, finders));
    return isFound ? [] : hits;
  },
  say: ({ insert, enqueue }) =>
    `${insert} commits before ${enqueue} runs, and nothing looks for rows without a job: a crash between them loses the event.`,
});

const finders = /outbox|sweep|reaper|relay|reconcil|recover|requeue|stale|unprocessed|pending/i;

function namesFunction({ modules }: AuditInput['program'], words: RegExp): boolean {
  return modules.some(({ functions }) => functions.some(({ fn }) => fn.name !== undefined && words.test(fn.name)));
}
