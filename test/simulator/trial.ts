// One case from its draw to the judgement, and a set of cases with its table.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ask } from './ask.ts';
import { aCase, type Case } from './draw.ts';
import { evidenceOf, type Log } from './evidence.ts';
import { type Judgement, judge, refsOf } from './judge.ts';
import { Tally } from './tally.ts';
import { type Truth, truthOf } from './truth.ts';

export interface Prepared {
  readonly drawn: Case;
  readonly truth: Truth;
  readonly logs: readonly Log[];
  readonly refs: readonly string[];
}

/** Undefined: nothing at all was logged that somebody could ask about. */
export function prepare(drawn: Case): Prepared | undefined {
  const truth = truthOf(drawn);
  const logs = evidenceOf(drawn, truth);
  const refs = refsOf(truth, logs);
  return refs.length === 0 ? undefined : { drawn, truth, logs, refs };
}

/** In memory where the system has such a place: thousands of folders are made and removed. */
export function aFolder(): string {
  return join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `dedupe-simulator-${randomUUID()}`);
}

export interface Trial {
  readonly tally: Tally;
  /** Undefined: no answer was wrong. */
  readonly counterexample: string | undefined;
}

/** Ends at the first wrong answer, with the smallest case that fast-check could make of it. */
export async function tryCases(seed: number, numRuns: number): Promise<Trial> {
  const tally = new Tally();
  const folder = aFolder();
  let hasFailed = false;
  const property = fc.asyncProperty(aCase, async (drawn) => {
    const prepared = prepare(drawn);
    if (prepared === undefined) return true;
    const judgement = judge(prepared.truth, drawn, await ask(folder, prepared.logs, prepared.refs));
    if (!hasFailed) tally.add(prepared.truth, drawn, judgement);
    hasFailed ||= judgement.is === 'wrong';
    return judgement.is !== 'wrong';
  });
  const { counterexample, errorInstance } = await fc.check(property, { seed, numRuns });
  if (errorInstance && !hasFailed) throw errorInstance;
  const [smallest] = counterexample ?? [];
  return { tally, counterexample: smallest && (await told(smallest, folder)) };
}

/** With everything that is needed to see it again: the draw, the question, and each file as it was read. */
async function told(drawn: Case, folder: string): Promise<string> {
  const prepared = prepare(drawn);
  if (prepared === undefined) return JSON.stringify(drawn);
  const { truth, logs, refs } = prepared;
  const judgement: Judgement = judge(truth, drawn, await ask(folder, logs, refs));
  return [
    `the truth: ${truth.verdict}, ${truth.causes.join(' or ') || 'nothing to explain'}`,
    `the answer: ${judgement.is === 'wrong' ? judgement.said : judgement.is}`,
    `drawn: ${JSON.stringify(drawn)}`,
    `asked: dedupe trace ${refs.join(' ')} --logs .`,
    ...logs.map(({ file, text }) => `--- ${file}\n${text}`),
  ].join('\n');
}
