// How many objects did each act make? Only the count decides: what was answered stands beside it.
import type { ScenarioResult } from '../../model/scenario.ts';
import { inSeconds } from '../../model/seconds.ts';
import type { Act } from './act.ts';
import type { Drill } from './drill.ts';

export interface Expectation {
  readonly act: Act;
  readonly wanted: number;
}

export interface Told {
  readonly rounds?: number;
  /** What else was seen, for the sentence. */
  readonly evidence?: readonly string[];
  /** What else is wrong, whatever the count says. */
  readonly faults?: readonly string[];
}

interface Judged extends Expectation {
  readonly ids: readonly string[];
}

interface Judge extends Pick<Drill, 'appears' | 'control' | 'pause' | 'count'> {
  readonly quietMs: number;
  /** So long after the fault work that it left is repeated at the latest. Undefined: nobody has said. */
  readonly repeatMs: number | undefined;
}

export async function judge(drill: Judge, expected: readonly Expectation[], told: Told = {}): Promise<ScenarioResult> {
  const from = performance.now();
  for (const { act, wanted } of expected) await drill.appears(act, wanted);
  const stillMs = (drill.repeatMs ?? 0) - (performance.now() - from);
  if (stillMs > 0) await drill.pause(stillMs);
  // Nothing is concluded from silence: a later event must have had its effect, and then some time must have passed.
  await drill.control();
  await drill.pause(drill.quietMs);
  const judged: Judged[] = [];
  for (const one of expected) judged.push({ ...one, ids: await drill.count(one.act) });
  const lookedMs = Math.round(performance.now() - from);
  const result = resultOf(judged, told, lookedMs);
  if (drill.repeatMs !== undefined || result.verdict !== 'safe') return result;
  return { verdict: 'not-run', reason: `${inSeconds(lookedMs)} after the fault nothing was wrong, but ${undeclared}` };
}

const undeclared =
  'nothing says when the work that it left is repeated, and a double would come then: drill.longest_repeat, the lease or the longest delay of a retry as the app is configured for the drill (0s where nothing is repeated)';

export function resultOf(
  judged: readonly Judged[],
  { rounds = 1, evidence = [], faults = [] }: Told,
  lookedMs: number,
): ScenarioResult {
  const sum = (of: (one: Judged) => number) => judged.reduce((total, one) => total + of(one), 0);
  const wrong = judged.find((one) => one.ids.length !== one.wanted || namesOf(one).length > one.wanted);
  const shown = wrong ?? judged.at(-1);
  const more = judged.filter((one) => one !== wrong && one.ids.length !== one.wanted).length;
  const sentences = [
    ...faults,
    ...(wrong ? [faultOf(wrong)] : []),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'act' : 'acts'} with a wrong number`] : []),
    ...evidence,
    ...(shown ? [answersOf(shown.act)] : []),
  ];
  return {
    verdict: wrong || faults.length > 0 ? 'unsafe' : 'safe',
    rounds,
    count: {
      wanted: sum(({ wanted }) => wanted),
      got: sum(({ ids }) => ids.length),
      lost: sum(({ wanted, ids }) => Math.max(0, wanted - ids.length)),
      resultIds: shown ? namesOf(shown) : [],
    },
    lookedMs,
    evidence: sentences.filter((one) => one !== '').join('; '),
  };
}

/** A receiver may call an object by another name than the count does: the two are never compared with each other. */
function namesOf({ act: { seenIds, answeredIds }, wanted }: Judged): string[] {
  return answeredIds.size > wanted && seenIds.size <= wanted ? [...answeredIds] : [...seenIds];
}

function faultOf(judged: Judged): string {
  const { act, wanted, ids } = judged;
  if (ids.length !== wanted) return `${act.marker} made ${ids.length} (${few(ids)}), wanted ${wanted}`;
  return `${act.marker} has ${wanted}, but was known by ${few(namesOf(judged))}`;
}

function answersOf({ answers }: Act): string {
  return answers.length === 0 ? '' : `answers ${few(answers)}`;
}

function few(texts: readonly string[]): string {
  if (texts.length === 0) return 'none';
  const most = 4;
  return `${texts.slice(0, most).join(', ')}${texts.length > most ? ` and ${texts.length - most} more` : ''}`;
}
