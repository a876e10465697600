// A trace as the file that `--save` writes.
import { DedupeError } from '../errors.ts';
import type { Gathered } from '../model/gathered.ts';
import type { ProviderDescriptions } from '../model/provider-description.ts';
import { type SavedTrace, savedTraceVersion } from '../model/saved-trace.ts';
import type { TraceDocument } from '../model/trace-document.ts';

/** More than this is no incident but a database; also the most that is read. */
export const mostBytes = 64 * 1024 * 1024;

export interface Saving {
  /** `event-dedupe 0.1.0`. */
  readonly writtenBy: string;
  /** ISO 8601; null where the date is nobody's business. */
  readonly savedAt: string | null;
  readonly anonymized: readonly string[] | null;
  readonly ongoing: SavedTrace['ongoing'];
}

export interface Kept {
  readonly gathered: Gathered;
  readonly providers: ProviderDescriptions;
}

/** All already cleaned: what was gathered so that unequal texts stay unequal. */
export function savedTraceOf({ gathered, providers }: Kept, document: TraceDocument, saving: Saving): SavedTrace {
  return {
    dedupe_saved_trace: savedTraceVersion,
    written_by: saving.writtenBy,
    saved_at: saving.savedAt,
    anonymized: saving.anonymized && [...saving.anonymized],
    ref: gathered.ref,
    asked: gathered.asked.map(({ type, value }) => ({ type, value })),
    observations: gathered.observations.map(({ kind, provenance: { source, where, clock }, fields }) => ({
      ...{ kind, source, where, clock },
      fields: fields as Record<string, unknown>,
    })),
    gaps: gathered.gaps.map(({ source, reason, wouldSettle, kind }) => ({
      ...{ source, reason, would_settle: wouldSettle, kind },
    })),
    coverage: gathered.coverage.map(({ source, sees, tellsAnswers, from = null, to = null }) => ({
      source,
      sees: [...sees],
      ...(tellsAnswers && { tells_answers: true as const }),
      from,
      to,
    })),
    senders: Object.entries(providers).map(([name, { title, answerWithinMs, retryGapsMs, horizonMs }]) => ({
      ...{ name, title: title ?? null, answer_within_ms: answerWithinMs ?? null },
      ...{ retry_gaps_ms: retryGapsMs ? [...retryGapsMs] : null, horizon_ms: horizonMs ?? null },
    })),
    ongoing: saving.ongoing,
    document,
  };
}

/** One statement a line, so that two saved traces can be compared with diff. Throws DEDUPE_FILE_UNWRITABLE beyond the limit. */
export function savedText(saved: SavedTrace, file: string): string {
  const rows = (items: readonly unknown[]) =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
  const body = Object.entries(saved).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${Array.isArray(value) ? rows(value) : JSON.stringify(value)}`,
  );
  const text = `{\n${body.join(',\n')}\n}\n`;
  if (Buffer.byteLength(text) <= mostBytes) return text;
  throw new DedupeError('DEDUPE_FILE_UNWRITABLE', `${file} would be larger than 64 MiB and was not written`, {
    hint: 'Narrow the trace with --since and --until.',
  });
}
