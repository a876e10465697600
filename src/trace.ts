// The path of one trace, from a reference to a finished document. Commands only open sources, render and return a code.
import { causes } from './causes/index.ts';
import { theories } from './causes/theories/index.ts';
import { DedupeError } from './errors.ts';
import { collect } from './evidence/collect.ts';
import { withSubject } from './evidence/subject.ts';
import { Exit, type ExitCode } from './exit.ts';
import { documentOf } from './model/document.ts';
import { explain } from './model/explain.ts';
import type { Observation } from './model/fact.ts';
import type { Gathered } from './model/gathered.ts';
import type { Instant } from './model/instant.ts';
import type { Provider } from './model/provider.ts';
import { type Gap, hidesSomething, type Source } from './model/source.ts';
import { buildTimeline } from './model/timeline/build.ts';
import { identifiersOf } from './model/timeline/identifiers.ts';
import type { Timeline } from './model/timeline/timeline.ts';
import type { TraceDocument, Verdict } from './model/trace-document.ts';
import { decide } from './model/verdict.ts';
import type { Word } from './model/word.ts';
import { ongoingOf } from './ongoing.ts';
import { providerOf as knownProvider } from './providers/index.ts';
import { type Reference, referenceForms } from './reference.ts';
import { leftOut, windowGap, windowText } from './trace/left-out.ts';
import { nextSteps } from './trace/next-steps.ts';

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

export interface Traced {
  readonly document: TraceDocument;
  readonly timeline: Timeline;
}

export async function trace(request: TraceRequest): Promise<Traced> {
  const gathered = await gather(request);
  return judge(gathered, request);
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
  const left =
    hasWindow && !signal.aborted && isEmpty(gathered, request.providerOf) ? await leftOut(asked, request) : undefined;
  return left === undefined ? gathered : { ...gathered, gaps: [windowGap(left, request), ...gaps] };
}

/** Nothing that was made and nothing that could tell why: the window may be the reason. */
function isEmpty(gathered: Gathered, providerOf: TraceRequest['providerOf'] = knownProvider): boolean {
  const { verdict } = decide(buildTimeline({ ...gathered, providerOf }));
  return verdict === 'inconclusive' || verdict === 'lost';
}

export interface Judging extends Pick<TraceRequest, 'flags' | 'signal' | 'providerOf'> {
  readonly sources: readonly Source[];
  /** For evidence that was gathered elsewhere or earlier: what the sources said of later events, and of which cause. */
  readonly ongoing?: { readonly rule: string | undefined; readonly state: TraceDocument['ongoing'] };
}

export async function judge(gathered: Gathered, judging: Judging): Promise<Traced> {
  const { sources, ongoing, flags, signal, providerOf = knownProvider } = judging;
  const timeline = buildTimeline({ ...gathered, providerOf });
  const explanation = explain(timeline, causes, theories);
  const [primary] = explanation.findings;
  const named = primary && primary.finding.certainty !== 'open' ? primary.cause.id : undefined;
  const goesOn = ongoing ? replayed(ongoing, named) : await ongoingOf(timeline, named, { sources, signal, providerOf });
  const { verdict } = decide(timeline, primary);
  const next = nextSteps(timeline, {
    ...{ rule: primary?.cause.id, verdict, sources },
    isUnexplained: verdict === 'duplicate' && named === undefined,
    flags: ongoing ? undefined : (flags ?? []),
  });
  return { document: documentOf(timeline, { explanation, ongoing: goesOn, next }), timeline };
}

/** The later events were asked about one cause; about another one nobody asked them. */
function replayed({ rule, state }: NonNullable<Judging['ongoing']>, named: string | undefined) {
  if (rule === named) return state;
  return { state: 'unknown', sentence: 'the sources are not at hand, and were asked about another cause' } as const;
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
  const { nearest } = await import('./nearest.ts');
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

/** A source that was asked for and failed outranks what was found: the answer may not be whole. */
export function exitOf({ document, timeline }: Traced): ExitCode {
  if (timeline.gaps.some(({ kind }) => kind === 'failed')) return Exit.failed;
  return exits[document.verdict];
}

const exits: Readonly<Record<Verdict, ExitCode>> = {
  single: Exit.clean,
  'not-a-duplicate': Exit.clean,
  duplicate: Exit.found,
  lost: Exit.found,
  split: Exit.found,
  'unknown-result': Exit.failed,
  inconclusive: Exit.failed,
};
