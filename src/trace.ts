// The path of one trace, from a reference to a finished document. Commands only open sources, render and return a code.
import { causes } from './causes/index.ts';
import { DedupeError } from './errors.ts';
import { collect } from './evidence/collect.ts';
import { withSubject } from './evidence/subject.ts';
import { Exit, type ExitCode } from './exit.ts';
import { documentOf } from './model/document.ts';
import { explain } from './model/explain.ts';
import type { Observation } from './model/fact.ts';
import type { Instant } from './model/instant.ts';
import type { Provider } from './model/provider.ts';
import type { Gap, Source } from './model/source.ts';
import { buildTimeline } from './model/timeline/build.ts';
import { identifiersOf } from './model/timeline/identifiers.ts';
import type { Timeline } from './model/timeline/timeline.ts';
import type { TraceDocument, Verdict } from './model/trace-document.ts';
import { ongoingOf } from './ongoing.ts';
import { providerOf as knownProvider } from './providers/index.ts';
import { type Reference, referenceForms } from './reference.ts';
import { shellWord } from './shell-word.ts';

export interface TraceRequest {
  /** One, or two tasks of which a person asks why both exist. */
  readonly refs: readonly Reference[];
  readonly sources: readonly Source[];
  /** Sources that nobody configured, so that the reader knows what was not looked at. */
  readonly absent: readonly Gap[];
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  readonly signal: AbortSignal;
  /** The known senders, where nothing else is given: a configuration can describe more. */
  readonly providerOf?: (id: string) => Provider | undefined;
}

export interface Traced {
  readonly document: TraceDocument;
  readonly timeline: Timeline;
}

export async function trace(request: TraceRequest): Promise<Traced> {
  const { refs, sources, since, until, signal, providerOf = knownProvider } = request;
  const asked = refs.flatMap(({ identifiers }) => identifiers);
  const evidence = await collect(sources, asked, { since, until, signal });
  const gaps = [...evidence.gaps, ...request.absent];
  const unknown = refs.find((ref) => !isKnown(ref, evidence.observations));
  if (unknown && evidence.gaps.length === 0) throw unknownReference(unknown, request);
  const ref = refs.map(({ text }) => text).join(' ');
  const timeline = buildTimeline({ ...evidence, ref, asked, gaps, providerOf });
  const explanation = explain(timeline, causes);
  const [primary] = explanation.findings;
  const named = primary && primary.finding.certainty !== 'open' ? primary.cause.id : undefined;
  const ongoing = await ongoingOf(timeline, named, { sources, signal, providerOf });
  const next = nextSteps(timeline, primary?.cause.id);
  return { document: documentOf(timeline, { explanation, ongoing, next }), timeline };
}

function isKnown({ identifiers }: Reference, observations: readonly Observation[]): boolean {
  const names = new Set(identifiers.map(({ type, value }) => `${type}\n${value}`));
  return observations.some((one) =>
    identifiersOf(withSubject(one)).some(({ type, value }) => names.has(`${type}\n${value}`)),
  );
}

/** Every source was read whole and none knows it: a typo more often than a loss. */
function unknownReference({ text }: Reference, { sources, since, until }: TraceRequest): DedupeError {
  const places = sources.map((source) => source.describe()).join('; ');
  const span = since === undefined && until === undefined ? '' : ' within --since and --until';
  return new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `nothing is known of ${text}${span}`, {
    hint: `Looked in ${places}. A reference is an ${referenceForms}.`,
  });
}

function nextSteps({ ref, gaps }: Timeline, rule: string | undefined): string[] {
  const explainFirst = rule === undefined ? [] : [`dedupe explain ${rule}`];
  const words = ref.split(' ').map(shellWord).join(' ');
  const widen = gaps.flatMap(({ kind, source }) => {
    if (kind !== 'not-configured') return [];
    if (source === 'database') return [`dedupe trace ${words} --database postgres://…`];
    return source === 'log' ? [`dedupe trace ${words} --logs PATH`] : [];
  });
  return [...explainFirst, ...widen];
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
