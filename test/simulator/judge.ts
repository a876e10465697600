// Is the answer right, honestly open, or wrong?
import type { Answered } from './ask.ts';
import type { Case } from './draw.ts';
import type { Log } from './evidence.ts';
import type { Truth } from './truth.ts';

export type Judgement =
  | { readonly is: 'right' }
  /** It says that it does not know, and what is missing. */
  | { readonly is: 'open' }
  | { readonly is: 'wrong'; readonly said: string };

type Document = NonNullable<Answered>;

/** What a person would hold in hand: the two copies where one of them is to be seen anywhere, else the event. */
export function refsOf({ simulated, wishes, verdict }: Truth, logs: readonly Log[]): string[] {
  const text = logs.map((log) => log.text).join('');
  const isSeen = (id: string) => text.includes(`"${id}"`);
  const made = simulated.made.filter(({ wish }) => wishes.includes(wish)).map(({ id }) => id);
  const areTwo = verdict === 'duplicate' || verdict === 'not-a-duplicate';
  if (areTwo && made.length > 1 && made.some(isSeen)) return made.slice(0, 2);
  const events = simulated.events.filter(({ wish }) => wishes.includes(wish)).map(({ id }) => id);
  return events.filter(isSeen).slice(0, verdict === 'not-a-duplicate' ? 2 : 1);
}

export function judge(truth: Truth, { hidden }: Pick<Case, 'hidden'>, answer: Answered): Judgement {
  const { verdict, causes } = truth;
  if (answer === undefined) return { is: 'open' };
  const named = namedBy(answer);
  const wrong = (why: string): Judgement => ({ is: 'wrong', said: `${answer.verdict}, ${named ?? 'no cause'}${why}` });
  if (answer.verdict === 'inconclusive' || answer.verdict === 'unknown-result')
    return tellsWhy(answer) && named === undefined ? { is: 'open' } : wrong(': names nothing that is missing');
  if (answer.verdict !== verdict) return wrong('');
  if (named === undefined && causes.length > 0) {
    // Two wishes are two wishes, whether or not it is seen by what they differ.
    if (verdict === 'not-a-duplicate' && hidden.length > 0) return { is: 'right' };
    return tellsWhy(answer) ? { is: 'open' } : wrong(': names nothing that is missing');
  }
  if (named !== undefined && !causes.includes(named) && (causes.length > 0 || verdict === 'duplicate'))
    return isHonestPart(truth, answer, named) && hidden.length > 0 ? { is: 'open' } : wrong('');
  const isSaid = (cause: string, isEnough = true) =>
    answer.findings.some(({ rule, certainty }) => rule === cause && (isEnough || certainty !== 'open'));
  const unmentioned = [
    ...truth.mentioned.filter((cause) => !isSaid(cause, false)),
    ...truth.suspected.filter((cause) => !isSaid(cause)),
  ];
  if (hidden.length === 0 && unmentioned.length > 0) return wrong(`: does not mention ${unmentioned.join(', ')}`);
  return { is: 'right' };
}

/** The cause that it gives as the first. What is missing from the evidence is none. */
function namedBy({ findings }: Document): string | undefined {
  const [primary] = findings;
  return primary === undefined || primary.certainty === 'open' || primary.rule === 'retry-metadata-lost'
    ? undefined
    : primary.rule;
}

function tellsWhy({ gaps, findings }: Document): boolean {
  return gaps.length > 0 || findings.some(({ certainty }) => certainty === 'open');
}

/** A part of the truth, by an answer that says that it does not know what came before it. */
function isHonestPart({ necessary, causes }: Truth, { gaps, findings }: Document, named: string): boolean {
  const isOpenBefore = findings.some(({ rule, certainty }) => certainty === 'open' && causes.includes(rule));
  return necessary.includes(named) && (isOpenBefore || gaps.some(({ source }) => source === 'verdict'));
}
