// A message's place in its channel, in the one spelling in which Slack gives it.

/** Seconds, a dot, six digits: pages leave the dot out, and whoever had it as a number dropped the zeros behind it. Else as it is. */
export function wholeTs(text: string): string {
  if (/^\d{16}$/.test(text)) return `${text.slice(0, 10)}.${text.slice(10)}`;
  return /^\d{10}\.\d{1,5}$/.test(text) ? text.padEnd(17, '0') : text;
}
