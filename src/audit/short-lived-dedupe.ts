// Does the claim end before the last copy can come?
import type { AuditInput } from '../model/audit-input.ts';
import { placeOf } from '../model/code/answers.ts';
import { eventIds, inFrontOfBolt } from '../model/code/in-front-of-bolt.ts';
import { claimLifetimes } from '../model/code/lifetimes.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly seconds: number;
}

export const shortLivedDedupe = defineRule<AuditInput, Args>({
  id: 'short-lived-dedupe',
  title: 'The claim ends before the last retry can come',
  severity: 'note',
  problem:
    'The third retry of Slack comes six minutes after the first delivery, with Delayed Events a day later. A claim that lives shorter lets it through as new.',
  fix: [
    'Keep the claim longer than the longest repeat: a day and an hour where Delayed Events can be on.',
    'Redis in front of a unique index may forget early: the index is what counts.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const fronts = inFrontOfBolt(program, eventIds);
    return [...listeners, ...routes, ...fronts].flatMap(({ acts }) =>
      claimLifetimes(program, acts).flatMap(({ act, seconds }) => {
        if (seconds > 360 || seen.has(act.expr)) return [];
        seen.add(act.expr);
        return [found(this.id, placeOf(act), { seconds })];
      }),
    );
  },
  say: ({ seconds }) => `This claim lives for ${seconds} s, and the third retry of Slack comes after 360 s.`,
});
