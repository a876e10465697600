// Tells the workers that there is work, at most once in a while: a burst needs one word.
import type { Sessions } from '../store/sessions.ts';
import { notifyWorkers } from '../store/work/notify.ts';

export function wakeWorkers(sessions: Sessions, everyMs = 50): () => void {
  let isComing = false;
  return () => {
    if (isComing) return;
    isComing = true;
    setTimeout(() => {
      isComing = false;
      sessions.use(notifyWorkers).catch(() => {});
    }, everyMs);
  };
}
