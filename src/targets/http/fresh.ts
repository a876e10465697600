// Is an answer of this moment, and by a clock that agrees with ours? What was made in a span is listed by the target's own.
import { type Answer, asText, type Question, Unbelievable } from './question.ts';

/** A list by time begins five seconds before the request; beyond that an object may lie outside of it. */
const clockMs = 4_000;

/** Throws Unbelievable for an answer out of a cache: what was made since is not in it. */
export function refuseStale({ headers }: Answer, question: Question): void {
  const age = Number(headers.age ?? 0);
  if (age > 0) throw new Unbelievable(`${asText(question)}: the answer comes from a cache and is ${age} s old`);
}

/** `between`: when it was asked and when it had come. Says nothing where the target does not tell its time. */
export function refuseOtherClock({ headers }: Answer, question: Question, between: readonly [number, number]): void {
  const told = Date.parse(headers.date ?? '');
  const [asked, came] = between;
  // The header counts whole seconds.
  const behindMs = asked - (told + 1_000);
  const offMs = Math.max(behindMs, told - came);
  if (Number.isNaN(told) || offMs <= clockMs) return;
  const way = offMs === behindMs ? 'behind' : 'ahead of';
  throw new Unbelievable(
    `${asText(question)}: its clock is ${Math.round(offMs / 1_000)} s ${way} the one here, and what was made then may stand outside of the span: set the clocks`,
  );
}
