// What a queue wrote down about a failure, as a short code. The text itself may hold anything that the app worked with.

/** Words of the queues themselves, each with the code that stands for it. */
const ownWords: readonly (readonly [RegExp, string])[] = [
  [/job stalled more than (allowable|\d+)/i, 'stalled-limit'],
  [/missing lock for job/i, 'lock-lost'],
  [/job heartbeat timeout/i, 'heartbeat-timeout'],
  [/job timed out/i, 'lease-over'],
  [/handler execution exceeded/i, 'lease-over'],
  [/WorkerLostError/, 'worker-lost'],
  [/(Soft)?TimeLimitExceeded/, 'time-limit'],
];

/** Codes of libraries and systems: they name a sort of failure and nothing of what it was about. */
const known =
  /\b(E(?:TIMEDOUT|CONNRESET|CONNREFUSED|PIPE|AI_AGAIN|HOSTUNREACH|NOTFOUND)|ECONNABORTED|ERR_[A-Z_]{3,40}|UND_ERR_[A-Z_]{3,40})\b/;
const status = /\b(?:status(?: code)?|HTTP(?:\/\d(?:\.\d)?)?)[ :=]+([45]\d\d)\b/i;
const className = /^(?:[\w.:]{1,80}[.:])?([A-Z][A-Za-z]{2,50}(?:Error|Exception|Timeout))\b/;

/** Undefined when nothing was written; `other` when something was that no rule here knows. */
export function failureCode(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const start = text.slice(0, 2000);
  const own = ownWords.find(([pattern]) => pattern.test(start))?.[1];
  return own ?? known.exec(start)?.[1] ?? status.exec(start)?.[1] ?? className.exec(start)?.[1] ?? 'other';
}
