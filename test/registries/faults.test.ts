// Is a fault of a registry found, and only a fault? Invented registries, since the real ones have none.
import { describe, expect, it } from 'vitest';
import { idFaults, pairingFaults, type RuleRegistry, type RuleTexts, ruleFaults } from './faults.ts';

const rule = (id: string, more: Partial<RuleTexts> = {}): RuleTexts => ({
  ...{ id, title: 'Late answer', problem: 'It answers late.', fix: ['Answer first.'], signs: ['a retry'] },
  ...more,
});
const registry = (more: Partial<RuleRegistry> = {}): RuleRegistry => ({
  folder: 'causes',
  rules: [rule('late')],
  files: ['late.ts'],
  fixtures: ['late/hit-plain.json', 'late/hit-plain.txt', 'late/miss-fast.json'],
  ...more,
});

describe('a registry of rules', () => {
  it('has no fault when each rule has file, texts and fixtures', () => {
    expect(ruleFaults(registry())).toEqual([]);
  });

  it.each<[string, Partial<RuleRegistry>, string]>([
    ['an entry without a file', { files: [] }, '"late" is in the list, but late.ts is not there'],
    ['a file without an entry', { files: ['late.ts', 'early.ts'] }, 'causes/early.ts is there'],
    ['no hit', { fixtures: ['late/miss-fast.json', 'late/hit.txt'] }, 'no hit fixture'],
    ['no miss', { fixtures: ['late/hit-plain.json'] }, 'no miss fixture'],
    ['fixtures of nobody', { fixtures: [...registry().fixtures, 'gone/hit-a.json'] }, 'fixtures/causes/gone'],
    ['a blank title', { rules: [rule('late', { title: ' ' })] }, 'no title'],
    ['no problem', { rules: [rule('late', { problem: '' })] }, 'no problem'],
    ['no fix', { rules: [rule('late', { fix: [] })] }, 'no fix'],
    ['a blank step', { rules: [rule('late', { fix: ['Answer.', ''] })] }, 'no fix'],
    ['no signs', { rules: [rule('late', { signs: [] })] }, 'no signs'],
  ])('reports %s', (_, more, expected) => {
    expect(ruleFaults(registry(more))).toEqual([expect.stringContaining(expected)]);
  });

  it('takes a part of the folder for no rule', () => {
    expect(ruleFaults(registry({ files: ['late.ts', 'catalogue.ts'], parts: ['catalogue.ts'] }))).toEqual([]);
  });

  it('asks for signs only where the contract has them', () => {
    const { signs, ...lint } = rule('late');
    expect(signs).toBeDefined();
    expect(ruleFaults(registry({ folder: 'lint', rules: [lint] }))).toEqual([]);
  });
});

describe('pairs of entry and file', () => {
  it('leaves the parts of a folder out, and only those', () => {
    expect(pairingFaults('commands', ['trace'], ['trace.ts', 'command.ts'], ['command.ts'])).toEqual([]);
    expect(pairingFaults('commands', ['trace'], ['trace.ts', 'other.ts'], ['command.ts'])).toHaveLength(1);
  });

  it.each(['Late', 'late_answer', 'late-', '-late', '1late', 'späte'])('reports the id %s', (id) => {
    expect(pairingFaults('causes', [id], [`${id}.ts`])).toEqual([expect.stringContaining('kebab-case')]);
  });

  it('reports an entry that stands there twice', () => {
    expect(pairingFaults('causes', ['a', 'a'], ['a.ts'])).toEqual([expect.stringContaining('twice')]);
  });
});

describe('the one id space', () => {
  const lint = registry({ folder: 'lint' });

  it('reports an id that two folders use', () => {
    const audit = registry({ folder: 'audit' });
    expect(idFaults([audit, lint], [])).toEqual(['"late" is the id of two rules']);
    expect(idFaults([audit, registry({ folder: 'lint', rules: [rule('later')] })], [])).toEqual([]);
  });

  it('keeps the ids of the catalogue for causes', () => {
    expect(idFaults([registry()], ['late'])).toEqual([]);
    expect(idFaults([registry()], ['later'])).toEqual(['the cause "late" is not in the catalogue']);
    expect(idFaults([lint], ['late'])).toEqual(['"late" is the id of a cause in the catalogue']);
  });
});
