// Asks a target, and waits no longer than agreed: what has not been answered by then is not known.
import type { Created } from '../../model/target.ts';
import { failureCode } from './failure-code.ts';

/** `late` is called when an answer comes after all: it may name the object, which is a proof. */
export async function answerInTime(
  ask: (signal: AbortSignal) => Promise<Created>,
  limitMs: number,
  late: (created: Created) => void,
): Promise<Created> {
  const cut = new AbortController();
  let isOver = false;
  const answer = ask(cut.signal).catch((error): Created => ({ outcome: 'unknown', reason: failureCode(error) }));
  const limit = new Promise<Created>((resolve) => {
    const timer = setTimeout(() => {
      isOver = true;
      resolve({ outcome: 'unknown', reason: 'no_answer_in_time' });
      cut.abort(new Error('no answer in time'));
    }, limitMs);
    void answer.then((created) => {
      clearTimeout(timer);
      if (isOver && created.outcome === 'done') late(created);
    });
  });
  return Promise.race([answer, limit]);
}
