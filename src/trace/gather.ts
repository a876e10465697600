// The first half of a trace: everything that the sources know of what was asked for, or an error where they know nothing of it.
import { DedupeError } from '../errors.ts';
import { collect } from '../evidence/collect.ts';
import { withSubject } from '../evidence/subject.ts';
import type { Observation } from '../model/fact.ts';
import type { Gathered } from '../model/gathered.ts';
import type { Instant } from '../model/instant.ts';
import type { Provider } from '../model/provider.ts';
import { type Gap, hidesSomething, type Source } from '../model/source.ts';
import { identifiersOf } from '../model/timeline/identifiers.ts';
import type { Word } from '../model/word.ts';
import { type Reference, referenceForms } from '../reference.ts';
import { leftOut, windowGap, windowText } from './left-out.ts';

export interface TraceRequest {
  /** One, or two tasks of which a person asks why both exist. */
  readonly refs: readonly Reference[];
  readonly sources: readonly Source[];
  /** Sources that nobody configured, so that the reader knows what was not looked at. */
  readonly absent: readonly Gap[];
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  /** The flags of this call, for commands that go on from it. */
  readonly flags?: readonly Word[];
  readonly signal: AbortSignal;
  /** The known senders, where nothing else is given: a configuration can describe more. */
  readonly providerOf?: (id: string) => Provider | undefined;
}

export async function gather(request: TraceRequest): Promise<Gathered> {
  const { refs, sources, since, until, signal } = request;
  const asked = refs.flatMap(({ identifiers }) => identifiers);
  const evidence = await collect(sources, asked, { since, until, signal });
  const gaps = [...evidence.gaps, ...request.absent];
  const unknown = refs.find((ref) => !isKnown(ref, evidence.observations));
  if (unknown && !signal.aborted && !evidence.gaps.some(hidesSomething))
    throw await unknownReference(unknown, request, evidence.gaps);
  const gathered = { ...evidence, ref: refs.map(({ text }) => text).join(' '), asked, gaps };
  const hasWindow = since !== undefined || until !== undefined;
  const isOpen = hasWindow && !signal.aborted && (await import('./may-miss.ts')).mayMiss(gathered, request.providerOf);
  const left = isOpen ? await leftOut(asked, request) : undefined;
  return left === undefined ? gathered : { ...gathered, gaps: [windowGap(left, request), ...gaps] };
}

function isKnown({ identifiers }: Reference, observations: readonly Observation[]): boolean {
  const names = new Set(identifiers.map(({ type, value }) => `${type}\n${value}`));
  return observations.some((one) =>
    identifiersOf(withSubject(one)).some(({ type, value }) => names.has(`${type}\n${value}`)),
  );
}

/** Among the newest that the sources know: whoever is on call mistypes an id of today. */
async function nearestId(text: string, { sources, signal }: TraceRequest): Promise<string | undefined> {
  const newest = await Promise.all(
    sources.map((source) => source.later?.(0 as Instant, signal).catch(() => undefined)),
  );
  const ids = newest.flatMap((later) => (later?.observations ?? []).flatMap(namesIn));
  const { nearest } = await import('../nearest.ts');
  return nearest(
    text,
    [...new Set(ids)].filter((id) => /^[\w.:#@/+=-]{3,80}$/.test(id)),
  );
}

function namesIn({ fields }: Observation): string[] {
  const { event_id, record_id, result_id, source_event_key } = fields as Readonly<Record<string, string | undefined>>;
  return [event_id, record_id, result_id, source_event_key].filter((id) => id !== undefined);
}

/** Every source was read whole and none knows it: a typo more often than a loss. */
async function unknownReference(
  { text, identifiers }: Reference,
  request: TraceRequest,
  gaps: readonly Gap[],
): Promise<DedupeError> {
  const { sources } = request;
  const left = await leftOut(identifiers, request);
  if (left !== undefined) {
    return new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `nothing is known of ${text} within ${windowText(request)}`, {
      hint: `They leave out ${left}: choose a window that holds them.`,
    });
  }
  const places = [
    ...sources.map((source) => source.describe()),
    ...request.absent.flatMap(({ source, reason }) =>
      reason.startsWith('not opened') ? `not in ${source} (${reason})` : [],
    ),
  ].join('; ');
  const near = await nearestId(text, request);
  const hints = gaps.flatMap(({ kind, reason }) => (kind === 'hint' ? [` ${reason}.`] : [])).join('');
  return new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `nothing is known of ${text}`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Looked in ${places}.${hints} A reference is an ${referenceForms}.`,
  });
}
