// Has every rule a text, and does each kind of ignorance have an answer of its own?
import { describe, expect, it } from 'vitest';
import { auditRules } from '../../src/audit/index.ts';
import { catalogue } from '../../src/causes/catalogue.ts';
import { causes } from '../../src/causes/index.ts';
import { theories } from '../../src/causes/theories/index.ts';
import { lintRules } from '../../src/lint/index.ts';
import { waysOfLoss } from '../../src/model/lost/index.ts';
import { runMain } from '../run-main.ts';

const ways = waysOfLoss.map((way) => ({ ...way, fix: way.prevention }));
const rules = [...causes, ...lintRules, ...auditRules, ...ways, ...theories];
const explain = (...words: string[]) => runMain(['explain', ...words]);
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
