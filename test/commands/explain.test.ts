// Has every rule a text, and does each kind of ignorance have an answer of its own?
import { describe, expect, it } from 'vitest';
import { answers } from '../../src/advice/answers.ts';
import { advice } from '../../src/advice/index.ts';
import { auditRules } from '../../src/audit/index.ts';
import { catalogue } from '../../src/causes/catalogue.ts';
import { causes } from '../../src/causes/index.ts';
import { theories } from '../../src/causes/theories/index.ts';
import { lintRules } from '../../src/lint/index.ts';
import { waysOfLoss } from '../../src/model/lost/index.ts';
import { verdicts } from '../../src/model/trace-document.ts';
import { runMain } from '../run-main.ts';

const ways = waysOfLoss.map((way) => ({ ...way, fix: way.prevention }));
const rules = [...causes, ...lintRules, ...auditRules, ...ways, ...theories, ...answers];
const explain = (...words: string[]) => runMain(['explain', ...words]);
/** Advice that must never be printed, as words that would be in it. */
const never = [
  /\back\(\)[^.]*app\.event|app\.event\([^)]*ack/i,
  /x-slack-no-retry/i,
  /x-no-retry/i,
  /maxStalledCount/i,
  /new Set\(/,
  /hash of the text|text hash/i,
  /concurrency (of )?1\b/i,
  /(switch|turn) (the |all )?retries off(?! *\.?$)/i,
];
const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('dedupe explain', () => {
  it('prints the whole text of every registered rule', async () => {
    for (const { id, title, problem, fix } of rules) {
      const { code, stdout } = await explain(id);
      expect(code, id).toBe(0);
      for (const part of [id, title, problem, ...fix]) expect(flat(stdout), id).toContain(flat(part));
      expect(JSON.parse((await explain(id, '--format', 'json')).stdout)).toMatchObject({ id, title, problem, fix });
    }
  });

  it('says of every cause how to confirm it, how to refute it, and what to read', async () => {
    const bare = causes
      .map(({ id }) => [id, advice[id]] as const)
      .filter(([, own]) => !own?.confirmedBy.length || !own.refutedBy.length);
    expect(bare.map(([id]) => id)).toEqual([]);
    expect(Object.keys(advice).filter((id) => !causes.some((cause) => cause.id === id))).toEqual([]);
    for (const { links } of Object.values(advice))
      for (const link of links) expect(link).toMatch(/^https:\/\/[a-z0-9.-]+\/\S+$/);
  });

  it('calls a redelivery a guarantee and not a bug, for the whole family', async () => {
    const family = causes.filter((cause) => cause.family === 'REDELIVERY');
    expect(family.length).toBeGreaterThan(5);
    for (const { id } of family) {
      const told = flat((await explain(id)).stdout);
      expect(told, id).toMatch(/At-least-once delivery is a guarantee/);
      expect(told, id).toContain('do not switch the retries off');
    }
  });

  it('begins each fix that touches data, payments or access with a backup and a test case', async () => {
    const careful = Object.entries(advice).filter(([, own]) => own.touches);
    expect(careful.length).toBeGreaterThan(5);
    for (const [id] of careful)
      expect(flat((await explain(id)).stdout), id).toMatch(/ Fix 0 Begin with a backup and a test case/);
    // Every fix with SQL is one of them, but for a lock that changes no row.
    const writing = Object.entries(advice).filter(([, { example }]) => example?.language === 'SQL');
    const harmless = ['parallel-consumers'];
    expect(writing.filter(([id, own]) => !own.touches && !harmless.includes(id)).map(([id]) => id)).toEqual([]);
  });

  it('never prints advice that makes it worse', async () => {
    for (const { id, fix } of rules) {
      // A theory quotes the bad advice in order to refute it; what it says instead must be good.
      const isTheory = theories.some((theory) => theory.id === id);
      const told = flat(isTheory ? fix.join(' ') : (await explain(id)).stdout).replace(
        /do not switch the retries off/g,
        '',
      );
      for (const words of never) expect(told, `${id}: ${words}`).not.toMatch(words);
    }
  });

  it('lists every rule and every name that waits for its text, each once', async () => {
    const { stdout } = await explain('--plain');
    const listed = stdout.split('\n').map((line) => line.split('\t')[0]);
    const known = new Set([...rules.map(({ id }) => id), ...catalogue.map(({ id }) => id)]);
    for (const id of known)
      expect(
        listed.filter((name) => name === id),
        id,
      ).toHaveLength(1);
  });

  it('has a text for every answer of a trace, and for nothing else among them', async () => {
    expect(answers.map(({ id }) => id).toSorted()).toEqual([...verdicts].toSorted());
    expect((await explain('inconclusive')).stdout).toContain('What it rests on');
    expect((await explain('inconclusiv')).code).toBe(2);
  });

  it('tells "no text yet" from "no such rule"', async () => {
    const waiting = catalogue.filter(({ id }) => !rules.some((rule) => rule.id === id));
    for (const { id } of waiting) {
      const { code, stderr } = await explain(id);
      expect(code, id).toBe(3);
      expect(stderr).toContain('DEDUPE_NO_TEXT_YET');
    }
    const { code, stderr } = await explain('ack-late-rtry');
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "ack-late-retry"?');
    expect(stderr).toContain('DEDUPE_UNKNOWN_RULE');
  });
});
