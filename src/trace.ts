// The path of one trace, from a reference to a finished document. Commands only open sources, render and return a code.
import { causes } from './causes/index.ts';
import { theories } from './causes/theories/index.ts';
import { Exit, type ExitCode } from './exit.ts';
import { documentOf } from './model/document.ts';
import { explain } from './model/explain.ts';
import type { Gathered } from './model/gathered.ts';
import type { Source } from './model/source.ts';
import { buildTimeline } from './model/timeline/build.ts';
import { duplicatedEffects } from './model/timeline/duplicates.ts';
import type { Timeline } from './model/timeline/timeline.ts';
import type { TraceDocument, Verdict } from './model/trace-document.ts';
import { decide } from './model/verdict.ts';
import { askLater, ongoingOf } from './ongoing.ts';
import { providerOf as knownProvider } from './providers/index.ts';
import { gather, type TraceRequest } from './trace/gather.ts';
import { nextSteps } from './trace/next-steps.ts';
import { turn } from './turn.ts';

export interface Traced {
  readonly document: TraceDocument;
  readonly timeline: Timeline;
}

export async function trace(request: TraceRequest): Promise<Traced> {
  const gathered = await gather(request);
  return judge(gathered, request);
}

export interface Judging extends Pick<TraceRequest, 'flags' | 'signal' | 'providerOf'> {
  readonly sources: readonly Source[];
  /** For evidence that was gathered elsewhere or earlier: what the sources said of later events, and of which cause. */
  readonly ongoing?: { readonly rule: string | undefined; readonly state: TraceDocument['ongoing'] };
}

export async function judge(gathered: Gathered, judging: Judging): Promise<Traced> {
  const { sources, ongoing, flags, signal, providerOf = knownProvider } = judging;
  const timeline = buildTimeline({ ...gathered, providerOf });
  // Of a duplicate it will be asked in any case: a server looks while the cause is found.
  const isAsked = ongoing === undefined && duplicatedEffects(timeline).length > 0;
  const asked = isAsked ? askLater(timeline, { sources, signal }) : undefined;
  if (asked) await turn();
  const explanation = explain(timeline, causes, theories);
  const [primary] = explanation.findings;
  const named = primary && primary.finding.certainty !== 'open' ? primary.cause.id : undefined;
  const { verdict } = decide(timeline, primary);
  const next = nextSteps(timeline, {
    ...{ rule: primary?.cause.id, verdict, sources },
    isUnexplained: verdict === 'duplicate' && named === undefined,
    flags: ongoing ? undefined : (flags ?? []),
  });
  const goesOn = ongoing
    ? replayed(ongoing, named)
    : await ongoingOf(timeline, named, { sources, signal, providerOf, asked });
  return { document: documentOf(timeline, { explanation, ongoing: goesOn, next }), timeline };
}

/** The later events were asked about one cause; about another one nobody asked them. */
function replayed({ rule, state }: NonNullable<Judging['ongoing']>, named: string | undefined) {
  if (rule === named) return state;
  return { state: 'unknown', sentence: 'the sources are not at hand, and were asked about another cause' } as const;
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
