// What was gathered, without the names in it: ids that were equal stay equal, distances in time stay, everything else goes.
import type { Observation } from '../model/fact.ts';
import type { Gathered } from '../model/gathered.ts';
import type { ProviderDescription, ProviderDescriptions } from '../model/provider-description.ts';
import type { Coverage, Gap } from '../model/source.ts';
import { treated, treatmentOf } from './fields.ts';
import { Texts } from './texts.ts';

export interface Anonymized {
  readonly gathered: Gathered;
  readonly providers: ProviderDescriptions;
  /** Names and ids that were replaced, as they were: nobody may print them. */
  readonly originals: readonly string[];
  /** What was replaced and what was left out, in words. */
  readonly dropped: readonly string[];
}

/** Where the first moment of every anonymised trace lies: distances say what happened, the date says to whom. */
const beginning = Date.UTC(2020, 0, 1);

export function anonymize(gathered: Gathered, providers: ProviderDescriptions = {}): Anonymized {
  const first = firstMoment(gathered.observations) ?? beginning;
  const texts = new Texts(beginning - first, first);
  texts.learn(textsIn(gathered.observations));
  const observations = gathered.observations.map((one) => observationOf(one, texts));
  const asked = gathered.asked.map(({ type, value }) => ({ type, value: texts.of(value) }));
  const coverage = gathered.coverage.map((one) => coverageOf(one, texts));
  const gaps = uniqueGaps(gathered.gaps.map(gapOf));
  const ref = texts.of(gathered.ref);
  const senders = Object.entries(providers).map(
    ([name, one]) => [texts.of(name), senderOf(one, texts.of(name))] as const,
  );
  const originals = texts.names.replaced;
  return {
    gathered: { ...gathered, ref, asked, observations, coverage, gaps },
    providers: Object.fromEntries(senders),
    originals,
    dropped: droppedFrom(gathered, texts.names.count),
  };
}

/** How it repeats is what the answer rests on; where its ids stand in a request is of no use without one. */
function senderOf({ answerWithinMs, retryGapsMs, horizonMs }: ProviderDescription, title: string): ProviderDescription {
  const nowhere = { eventId: '', scope: undefined, type: undefined, subject: undefined };
  return {
    ...{ title, ...nowhere, retryNum: undefined, retryReason: undefined, documentation: undefined },
    ...{ answerWithinMs, retryGapsMs, horizonMs },
  };
}

function* textsIn(observations: readonly Observation[]): Iterable<string> {
  for (const { fields } of observations)
    for (const value of Object.values(fields)) if (typeof value === 'string') yield value;
}

function firstMoment(observations: readonly Observation[]): number | undefined {
  const times = observations.flatMap(({ fields }) => fields.at ?? []);
  // Whole milliseconds, so that what is counted in microseconds stays exact.
  return times.length === 0 ? undefined : Math.floor(times.reduce((low, at) => Math.min(low, at), Infinity));
}

function observationOf({ kind, fields, provenance }: Observation, texts: Texts): Observation {
  const { source, where, clock } = provenance;
  const line = /:\d+$/.exec(where)?.[0] ?? '';
  const entries = Object.entries(fields)
    .map(([name, value]) => [name, treated(name, value, texts)] as const)
    .filter(([, value]) => value !== undefined);
  return {
    kind,
    fields: Object.fromEntries(entries),
    provenance: {
      source,
      where: texts.of(where.slice(0, where.length - line.length)) + line,
      clock: texts.of(clock),
    },
  } as Observation;
}

function coverageOf({ source, from, to, ...told }: Coverage, texts: Texts): Coverage {
  const moved = (at: Coverage['from']) => (at === undefined ? undefined : texts.moment(at));
  return { ...told, source: texts.of(source), from: moved(from), to: moved(to) };
}

/** The reason names hosts, files and words of other programs; its kind is what the answer rests on. */
function gapOf({ source, reason, wouldSettle, kind }: Gap): Gap {
  const code = /\((DEDUPE_[A-Z_]+)\)$/.exec(reason)?.[1];
  const reasons = {
    failed: `it could not be read${code === undefined ? '' : ` (${code})`}`,
    partial: 'it could not be read whole',
    'not-configured': 'no source configured',
    hint: 'the configuration names something that was not there',
  };
  return { source, reason: reasons[kind], wouldSettle, kind };
}

function uniqueGaps(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [`${gap.source}\n${gap.reason}\n${gap.wouldSettle}`, gap])).values()];
}

function droppedFrom({ observations, gaps }: Gathered, replaced: number): string[] {
  const left = new Map<string, number>();
  for (const { fields } of observations) {
    for (const [name, value] of Object.entries(fields))
      if (treatmentOf(name, value) === 'left') left.set(name, (left.get(name) ?? 0) + 1);
  }
  const named = gaps.filter(({ kind }) => kind !== 'not-configured').length;
  return [
    `${replaced} names and ids, each replaced by the same one everywhere`,
    'the date and the time of day: the first moment is 2020-01-01T00:00:00Z, the distances are as they were (a message ts to 10 ms)',
    ...(left.size > 0 ? [`the fields ${[...left].map(([name, count]) => `${name} (${count})`).join(', ')}`] : []),
    ...(named > 0 ? [`the reasons of ${named} ${named === 1 ? 'gap' : 'gaps'}`] : []),
    'the command that was typed, with its flags, and when this was saved',
  ];
}
