// Answers that are given in what a call was handed: `request(url, () => res.send())`, `axios.get(url).then(() => res.json())`.
import type { Act } from './act.ts';

/** One of the answers waits for the act, although the handler itself does not. */
export function isAnsweredBehind(answers: readonly Act[], { at, scope }: Act): boolean {
  return answers.some(({ arms }) =>
    arms.some(
      ({ side, test, scope: home }) =>
        side === 'body' &&
        home.module === scope.module &&
        test.form === 'other' &&
        test.at.start <= at.start &&
        at.end <= test.at.end,
    ),
  );
}
