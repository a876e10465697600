// A span of a measurement, for a sentence. Rounded down: nothing is said to have been watched for longer than it was.

/** `3.2 s`. */
export function inSeconds(ms: number): string {
  return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
}
