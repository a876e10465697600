// Lengths of time as people write them: `500ms`, `30s`, `5m`, `2h`, `1d`.
const unitMs = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const spanForms = 'a span such as 30s, 5m, 2h or 1d';

/** In milliseconds; undefined for everything else: a bare number has no unit and is not guessed. */
export function parseSpan(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)\s?(ms|s|m|min|h|d)$/.exec(text.trim()) ?? [];
  return count === undefined ? undefined : Number(count) * unitMs[unit as keyof typeof unitMs];
}
