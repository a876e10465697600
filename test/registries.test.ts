// Is every entry of every registry a file, and every file an entry? Does every rule have its texts and its fixtures?
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceTexts } from '../src/advice/sources/index.ts';
import { auditRules } from '../src/audit/index.ts';
import { catalogue } from '../src/causes/catalogue.ts';
import { causes } from '../src/causes/index.ts';
import { theories } from '../src/causes/theories/index.ts';
import { commands } from '../src/commands/index.ts';
import { scenarios } from '../src/drill/index.ts';
import { lintRules } from '../src/lint/index.ts';
import { waysOfLoss } from '../src/model/lost/index.ts';
import { queues } from '../src/queues/index.ts';
import { steps } from '../src/steps/index.ts';
import { targets } from '../src/targets/index.ts';
import { root } from './architecture/tree.ts';
import { idFaults, pairingFaults, type RuleRegistry, type RuleTexts, ruleFaults } from './registries/faults.ts';

function filesOf(folder: string): string[] {
  return readdirSync(join(root, 'src', folder)).filter((name) => name.endsWith('.ts') && name !== 'index.ts');
}

function fixturesOf(folder: string): string[] {
  const path = join(root, 'fixtures', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(path.length + 1)
        .replaceAll('\\', '/'),
    );
}

function registry(folder: string, rules: readonly RuleTexts[]): RuleRegistry {
  return { folder, rules, files: filesOf(folder), fixtures: fixturesOf(folder) };
}

const registries = [
  { ...registry('causes', causes), parts: ['catalogue.ts'] },
  registry('lint', lintRules),
  registry('audit', auditRules),
  { ...registry('causes/theories', theories), fixtures: fixturesOf('theories') },
];

describe('rules', () => {
  it.each(registries)('$folder: every rule has its file, its texts, a hit and a miss', (rules) => {
    expect(ruleFaults(rules)).toEqual([]);
  });

  it('share one id space', () => {
    expect(
      idFaults(
        [
          ...registries,
          registry(
            'model/lost',
            waysOfLoss.map((way) => ({ ...way, fix: way.prevention })),
          ),
          registry('steps', steps),
        ],
        catalogue.map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  it('name each cause with the family that the catalogue gives it', () => {
    const families = new Map(catalogue.map(({ id, family }) => [id, family]));
    expect(causes.map(({ id, family }) => [id, family])).toEqual(causes.map(({ id }) => [id, families.get(id)]));
  });
});

describe('queues and Slack', () => {
  it('each have a text with an account that only reads', () => {
    expect(sourceTexts.map(({ id }) => id)).toEqual(
      [...queues.map(({ id }) => id), 'slack'].map((id) => `source-${id}`),
    );
    expect(sourceTexts.every(({ advice }) => advice?.example !== undefined)).toBe(true);
  });
});

describe('entries', () => {
  it.each([
    { folder: 'commands', ids: Object.keys(commands), parts: ['command.ts'] },
    { folder: 'model/lost', ids: waysOfLoss.map(({ id }) => id), parts: ['way.ts'] },
    { folder: 'targets', ids: targets.map(({ id }) => id), parts: [] },
    { folder: 'queues', ids: queues.map(({ id }) => id), parts: [] },
    { folder: 'steps', ids: steps.map(({ id }) => id), parts: [] },
    { folder: 'drill', ids: scenarios.map(({ id }) => id), parts: [] },
  ])('$folder: entry = file', ({ folder, ids, parts }) => {
    expect(pairingFaults(folder, ids, filesOf(folder), parts)).toEqual([]);
  });

  it('every command has the name under which it is listed', async () => {
    const names = await Promise.all(Object.values(commands).map(async (load) => (await load()).name));
    expect(names).toEqual(Object.keys(commands));
  });
});
