// What `--from` reads: a file that `--save` wrote, and nothing else. Whatever is wrong with it is one clear error.
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import { factFields } from '../model/fact-fields.ts';
import type { Gathered } from '../model/gathered.ts';
import { type Instant, parseInstant } from '../model/instant.ts';
import type { ProviderDescription, ProviderDescriptions } from '../model/provider-description.ts';
import { type SavedTrace, savedTrace, savedTraceVersion } from '../model/saved-trace.ts';
import type { Coverage } from '../model/source.ts';
import { mostBytes } from './write.ts';

export interface Loaded {
  readonly gathered: Gathered;
  readonly providers: ProviderDescriptions;
  readonly ongoing: SavedTrace['ongoing'];
  readonly writtenBy: string;
  readonly savedAt: string | null;
  readonly anonymized: readonly string[] | null;
  /** What was answered when it was saved. */
  readonly before: { readonly verdict: string; readonly rule: string | undefined };
}

/** What was answered then is looked at for its verdict only: another version may have said more, or less. */
const evidenceOnly = z.extend(savedTrace, { document: z.unknown() });

/** Throws DEDUPE_FILE_UNREADABLE or DEDUPE_INPUT_INVALID; `shown` is the name that the user gave. */
export async function loadTrace(path: string, shown: string): Promise<Loaded> {
  const value = parsed(await textOf(path, shown), shown);
  refuseForeign(value, shown);
  const checked = evidenceOnly.safeParse(value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw invalid(shown, `is damaged at ${placeOf(issue?.path ?? [])}: ${issue?.message ?? 'not as it was written'}`);
  }
  const saved = checked.data;
  const { written_by, saved_at, anonymized, ongoing, document } = saved;
  return {
    gathered: {
      ref: saved.ref,
      asked: saved.asked,
      observations: saved.observations.map((one, i) => observationOf(one, i, shown)),
      gaps: saved.gaps.map(({ would_settle, ...gap }) => ({ ...gap, wouldSettle: would_settle })),
      coverage: saved.coverage.map(coverageOf),
    },
    providers: Object.fromEntries(saved.senders.map((one) => [one.name, senderOf(one)])),
    ongoing,
    writtenBy: written_by,
    savedAt: saved_at,
    anonymized,
    before: answerIn(document),
  };
}

function answerIn(document: unknown): Loaded['before'] {
  const answer = answered.safeParse(document);
  if (!answer.success) return { verdict: 'unknown', rule: undefined };
  const { verdict, findings } = answer.data;
  return { verdict, rule: findings.find(({ role }) => role === 'primary')?.rule };
}

const answered = z.object({
  verdict: z.string(),
  findings: z.array(z.object({ rule: z.string(), role: z.string() })),
});

async function textOf(path: string, shown: string): Promise<string> {
  try {
    const about = await stat(path);
    if (!about.isFile() && !about.isDirectory()) throw invalid(shown, 'is not a plain file');
    if (about.size > mostBytes) throw invalid(shown, `is larger than 64 MiB, which no saved trace is`);
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof DedupeError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = { ENOENT: 'it does not exist', EISDIR: 'it is a folder', EACCES: 'permission denied' }[code ?? ''];
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `cannot read ${shown}: ${reason ?? message}`, { cause });
  }
}

function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(shown, 'is no saved trace: it is not JSON, or not all of it is there', cause);
  }
}

function refuseForeign(value: unknown, shown: string): void {
  const {
    dedupe_saved_trace: version,
    written_by,
    verdict,
    facts,
  } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (version === savedTraceVersion) return;
  if (typeof version === 'number' && version > savedTraceVersion) {
    const writer = typeof written_by === 'string' ? written_by : 'a newer version';
    throw invalid(shown, `was written by ${writer} in format ${version}, and this version reads ${savedTraceVersion}`);
  }
  if (verdict !== undefined && Array.isArray(facts)) {
    throw invalid(shown, 'is what --format json writes: the answer without the evidence, which cannot be replayed');
  }
  throw invalid(shown, 'is JSON, and no saved trace');
}

function observationOf(
  { kind, source, where, clock, fields }: SavedTrace['observations'][number],
  i: number,
  shown: string,
): Observation {
  const checked = factFields[kind].safeParse(fields);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const place = placeOf(['observations', i, 'fields', ...(issue?.path ?? [])]);
    throw invalid(shown, `is damaged at ${place}: ${issue?.message ?? 'not as it was written'}`);
  }
  return { kind, fields: checked.data, provenance: { source, where, clock } } as Observation;
}

function senderOf(saved: SavedTrace['senders'][number]): ProviderDescription {
  const nowhere = { eventId: '', scope: undefined, type: undefined, subject: undefined };
  return {
    ...{ ...nowhere, retryNum: undefined, retryReason: undefined, documentation: undefined },
    title: saved.title ?? undefined,
    answerWithinMs: saved.answer_within_ms ?? undefined,
    retryGapsMs: saved.retry_gaps_ms ?? undefined,
    horizonMs: saved.horizon_ms ?? undefined,
  };
}

function coverageOf({ source, sees, tells_answers, from, to }: SavedTrace['coverage'][number]): Coverage {
  const moment = (at: number | null): Instant | undefined => (at === null ? undefined : parseInstant(at));
  return { source, sees, ...(tells_answers && { tellsAnswers: true }), from: moment(from), to: moment(to) };
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');
}

function invalid(shown: string, problem: string, cause?: unknown): DedupeError {
  return new DedupeError('DEDUPE_INPUT_INVALID', `${shown} ${problem}`, {
    hint: '--from reads what dedupe trace --save FILE has written.',
    cause,
  });
}
