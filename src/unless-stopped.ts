// Nobody who was interrupted waits for a server that says nothing.

/** Enough for whoever heard the interruption to hand over what it had. */
const usualGraceMs = 500;

/**
 * What the work comes to; when it has been told to stop and has not ended soon after, it is left behind and the reason of the
 * stop is thrown.
 */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal, graceMs = usualGraceMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  left.catch(() => {});
  work.catch(() => {});
  try {
    return await Promise.race([work, left]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
