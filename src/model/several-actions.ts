// Two tasks were asked for, and each belongs to a user action of its own: nothing was made twice.
import type { Timeline } from './timeline/timeline.ts';

/** Only where each of the two is tied to an event: a task that nobody can place proves nothing. */
export function isAboutSeveralActions({ asked, effects }: Timeline): boolean {
  const named = new Set(asked.filter(({ type }) => type === 'record_id').map(({ value }) => value));
  const chains = effects.flatMap((effect) => effect.chains.map((chain) => ({ effect, chain })));
  const found = chains.filter(({ chain }) => named.has(chain.record.fields.record_id ?? ''));
  const apart = new Set(found.map(({ effect }) => effect)).size === found.length;
  return found.length > 1 && apart && found.every(({ chain }) => chain.event !== undefined);
}
