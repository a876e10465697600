// Is what was handled already remembered only by the process?
import type { AuditInput } from '../model/audit-input.ts';
import { placeOf } from '../model/code/answers.ts';
import { type StoreUse, storeUses } from '../model/code/dedupe-stores.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly store: string;
}

export const inMemoryDedupe = defineRule<AuditInput, Args>({
  id: 'in-memory-dedupe',
  title: 'The process alone remembers what was handled',
  severity: 'note',
  problem:
    'A set or map in memory forgets at every restart and deployment, and a second instance or worker never knew. Retries after a restart and copies at another instance pass.',
  fix: [
    'Keep the claim where all instances and the next process see it: a unique index, or Redis with SET NX.',
    'Claim the event with a unique insert, commit the claim with the result, release it only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ listeners, routes }) {
    const seen = new Set<unknown>();
    return [...listeners, ...routes].flatMap(({ acts }) => {
      const uses = storeUses(acts).filter(({ home }) => home === 'memory');
      return uses.flatMap((ask) => {
        const note = uses.find((one) => one.does === 'note' && one.store === ask.store);
        if (ask.does !== 'ask' || !note || seen.has(ask.key) || !decides(ask, acts)) return [];
        seen.add(ask.key);
        return [
          found(
            this.id,
            placeOf(ask.act),
            { store: ask.store },
            { related: [noted(placeOf(note.act), 'remembered here')] },
          ),
        ];
      });
    });
  },
  say: ({ store }) =>
    `Only ${store}, in the memory of this process, knows what was handled: a restart or a second instance handles it again.`,
});

/** Only where its answer ends the run: other maps are kept for other reasons. */
function decides({ act }: StoreUse, acts: AuditInput['listeners'][number]['acts']): boolean {
  return acts.some(
    ({ kind, arms }) =>
      kind === 'return' &&
      arms.some(({ test, ends }) => ends && test.at.start <= act.at.start && act.at.end <= test.at.end),
  );
}
