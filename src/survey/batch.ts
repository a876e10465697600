// Some stories at a time: everything that is said about them, told apart, and each explained by itself.
import { withSubject } from '../evidence/subject.ts';
import type { Observation } from '../model/fact.ts';
import type { Instant } from '../model/instant.ts';
import type { Coverage, Gap } from '../model/source.ts';
import { buildTimeline } from '../model/timeline/build.ts';
import { askedOnly, type Identifier, identifiersOf } from '../model/timeline/identifiers.ts';
import { partition } from '../model/timeline/partition.ts';
import type { Timeline } from '../model/timeline/timeline.ts';
import { providerOf } from '../providers/index.ts';
import { type Story, storyOf } from './story.ts';
import type { Swept } from './sweeps.ts';

export interface BatchOptions {
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  readonly absent: readonly Gap[];
  readonly signal: AbortSignal;
  /** Names of events that were explained already; grows. */
  readonly seen: Set<string>;
}

export async function explainBatch(
  swept: Swept,
  sweep: Swept['sweeps'][number],
  numbers: readonly number[],
  options: BatchOptions,
): Promise<{ stories: Story[]; gaps: readonly Gap[]; isUnread: boolean }> {
  const own = await sweep.look(numbers, options.signal);
  const joined = await join(swept, sweep, own.observations, options.signal);
  const observations = [...own.observations, ...joined.observations].map(withSubject);
  const gaps = [...own.gaps, ...joined.gaps];
  const coverage = [...own.coverage, ...joined.coverage];
  const evidence = { gaps: [...gaps, ...swept.gaps, ...options.absent], coverage };
  const isLife = ({ kind }: Observation) => kind === 'lifecycle';
  const lives = [...swept.sweeps.flatMap(({ lifecycle }) => lifecycle), ...observations.filter(isLife)];
  const stories = partition(observations.filter((one) => !isLife(one))).flatMap((group) => {
    if (isSeen(group, options.seen)) return [];
    const timeline = timelineOf(group, lives, evidence);
    const story = storyOf(timeline, swept.to);
    return story && isWithin(story, options) ? [story] : [];
  });
  // Bytes showed a sign, and the lines themselves were no evidence: a time without its zone, a line that is broken.
  return { stories, gaps, isUnread: own.gaps.some(({ kind }) => kind === 'partial') };
}

/** A source that finds events by index is asked for the same ones. */
async function join(
  { sweeps }: Swept,
  own: Swept['sweeps'][number],
  observations: readonly Observation[],
  signal: AbortSignal,
) {
  const identifiers = unique(observations.flatMap((one) => identifiersOf(withSubject(one))));
  const others = sweeps.filter((one) => one !== own && one.join !== undefined);
  const answers = await Promise.all(others.map((one) => one.join?.(identifiers, signal)));
  const known = answers.filter((answer) => answer !== undefined);
  return {
    observations: known.flatMap((answer) => answer.observations),
    gaps: known.flatMap((answer) => answer.gaps),
    coverage: known.flatMap((answer) => answer.coverage),
  };
}

function unique(identifiers: readonly Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((one) => [`${one.type}\n${one.value}`, one])).values()];
}

function isSeen(group: readonly Observation[], seen: Set<string>): boolean {
  const names = group.flatMap(({ fields: { provider = 'slack', workspace_id = '', event_id } }) =>
    event_id === undefined ? [] : [`${provider}\n${workspace_id}\n${event_id}`],
  );
  if (names.some((name) => seen.has(name))) return true;
  for (const name of names) seen.add(name);
  return false;
}

function timelineOf(
  group: readonly Observation[],
  lives: readonly Observation[],
  { gaps, coverage }: { gaps: readonly Gap[]; coverage: readonly Coverage[] },
): Timeline {
  const identifiers = unique(group.flatMap(identifiersOf));
  const asked = identifiers.filter(({ type }) => !askedOnly.has(type) && type !== 'record');
  const names = new Set(identifiers.map(({ type }) => type));
  const own = coverage.filter(({ by }) => by === undefined || by.some((type) => names.has(type)));
  const instances = new Set(group.map(({ fields }) => fields.instance_id));
  const near = lives.filter(({ fields }) => instances.has(fields.instance_id));
  const tokens = new Set(near.flatMap((one) => (one.kind === 'lifecycle' ? (one.fields.token_digest ?? []) : [])));
  const sharers = lives.filter(
    (one) => one.kind === 'lifecycle' && one.fields.token_digest !== undefined && tokens.has(one.fields.token_digest),
  );
  const observations = [...group, ...new Set([...near, ...sharers])];
  return buildTimeline({ ref: '', asked, observations, gaps, coverage: own, providerOf });
}

/** Whatever began in the span, however long it went on. */
function isWithin({ at }: Story, { since, until }: BatchOptions): boolean {
  return at === undefined || ((since === undefined || at >= since) && (until === undefined || at <= until));
}
