// Does each audit rule find what its hits show, and leave its misses alone? UPDATE=1 rewrites what is said; read the difference.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditRules } from '../../src/audit/index.ts';
import { codePart } from '../../src/check/code-part.ts';
import { nothingRunning } from '../../src/model/audit-input.ts';
import { root } from '../architecture/tree.ts';

const home = join(root, 'fixtures/audit');

describe.each(auditRules)('$id', (rule) => {
  const folder = join(home, rule.id);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'said.txt') : [];
  const said = new Map<string, string[]>();

  async function wordsFor(name: string): Promise<string[]> {
    const { input } = await codePart(folder, [name]);
    const settings = join(folder, name, 'settings.json');
    const seen = existsSync(settings) ? JSON.parse(readFileSync(settings, 'utf8')) : {};
    return rule
      .check({
        ...input,
        ...nothingRunning,
        ...seen,
      })
      .map((finding) => {
        const { file, line, column } = finding.location ?? { file: '', line: 0, column: 0 };
        expect(finding.rule).toBe(rule.id);
        return `${file}:${line}:${column} ${finding.severity ?? rule.severity}, ${finding.certainty}: ${rule.say(finding.args)}`;
      });
  }

  it.each(names)('%s', async (name) => {
    const lines = await wordsFor(name);
    said.set(name, lines);
    expect(name).toMatch(/^(hit|miss)-[a-z0-9-]+(\.(js|ts|py))?$/);
    if (name.startsWith('hit-')) expect(lines).not.toEqual([]);
    else expect(lines).toEqual([]);
  });

  it('says what its cases show', () => {
    const hits = [...said].filter(([, lines]) => lines.length > 0);
    const text = hits.map(([name, lines]) => [name, ...lines.map((line) => `  ${line}`), ''].join('\n')).join('\n');
    const path = join(folder, 'said.txt');
    if (process.env.UPDATE) writeFileSync(path, text);
    expect(text).toBe(readFileSync(path, 'utf8'));
  });
});
