// What a person means by a moment: a span back from now, ISO 8601 with a zone, or epoch milliseconds.
import { type Instant, parseInstant } from './instant.ts';

/** Why a text is no moment, as the end of a sentence that starts with the text. */
export interface NoMoment {
  readonly problem: string;
}

export const momentForms = '30m, 24h, 7d, ISO 8601 with a zone (2026-01-31T09:30:00Z), or epoch milliseconds';

const unitMs = { s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `30m` is thirty minutes before `now`. Never guesses: no local zone, no seconds taken for milliseconds. */
export function parseMoment(typed: string | number, now: Instant): Instant | NoMoment {
  const text = String(typed).trim();
  const span = /^(\d+(?:\.\d+)?)\s?(s|m|min|h|d|w)$/.exec(text);
  if (span) {
    const back = Number(span[1]) * unitMs[span[2] as keyof typeof unitMs];
    return parseInstant(now - back) ?? { problem: 'is longer ago than any time that this program handles' };
  }
  return parseInstant(typed) ?? { problem: whyNot(text) };
}

function whyNot(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'is a day without a time and a zone: write it as 2026-01-31T00:00:00Z';
  if (/^\d{4}-\d{2}-\d{2}[T ][\d:.,]+$/.test(text))
    return 'has no time zone: end it with Z for UTC, or with an offset such as +01:00';
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return 'looks like epoch seconds: write milliseconds (13 digits)';
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'is a number without a unit: write 30m, 24h or 7d';
  return 'is not a time';
}
