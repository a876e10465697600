// How a moment is written: after the first fact, as ISO 8601, or as epoch milliseconds. Not known is `?`, never blank.
import { formatSpan, type Instant, parseInstant, toIso } from '../../model/instant.ts';
import type { Look } from '../../model/report.ts';
import type { TraceDocument } from '../../model/trace-document.ts';

export const unknown = '?';

export type Times = (at: Instant | undefined) => string;

/** Relative times count from where the document's own offsets count from. */
export function timesOf(document: TraceDocument, form: Look['time']): Times {
  const base = baseOf(document);
  return (at) => {
    if (at === undefined) return unknown;
    if (form === 'iso') return toIso(at);
    if (form === 'raw') return String(at);
    return base === undefined ? unknown : relative(at - base);
  };
}

function baseOf(document: TraceDocument): number | undefined {
  for (const { at, offset_ms } of document.facts) {
    const instant = at === null ? undefined : parseInstant(at);
    if (instant !== undefined && offset_ms !== null) return instant - offset_ms;
  }
  return undefined;
}

/** Below a minute always seconds with two decimals, so that a column of them can be compared at a glance. */
function relative(ms: number): string {
  const sign = ms < 0 ? '' : '+';
  return Math.abs(ms) < 59_995 ? `${sign}${(ms / 1000).toFixed(2)} s` : `${sign}${formatSpan(ms)}`;
}
