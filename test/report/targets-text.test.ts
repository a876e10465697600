// Does the check of a target say of a repeat only what the target itself showed?
import { expect, test } from 'vitest';
import type { Clean } from '../../src/model/clean.ts';
import type { Look } from '../../src/model/report.ts';
import type { TargetsDocument } from '../../src/model/targets-document.ts';
import { targetsText } from '../../src/report/targets-text.ts';

type Shown = TargetsDocument['targets'][number];

const shown = (unique_field: string | null, repeat_refused: boolean | null): Shown => ({
  name: 'tick',
  type: 'postgres',
  title: 'a table',
  identity: null,
  abilities: {
    idempotency_key: null,
    unique_field,
    unique_by_setup: true,
    find_by: 'primary',
    index_lag_ms: 0,
    lists_by_time: false,
    names_creator: false,
    leaves_out: null,
    create_maximum_ms: 1_000,
  },
  check: { state: 'visible', evidence: 'x', repeat_refused },
});

const look = { width: 120, plain: false } as Look;

const line = (one: Shown, action: 'list' | 'check') =>
  targetsText
    .render({ version: 1, action, targets: [one] } as Clean<TargetsDocument>, look)
    .split('\n')
    .find((text) => /a repeat is|^tick/.test(text) && !text.startsWith('name'));

test.each([
  ['shown to be refused', 'the key column', true, 'refused (the key column)'],
  ['shown not to be', 'the key column', false, 'a second object: nothing there refuses it'],
  ['not shown', 'the key column', null, 'not shown to be refused (the key column)'],
  ['a system without such a field', null, null, 'a second object'],
])('%s', (_, field, refused, told) => {
  expect(line(shown(field, refused), 'check')?.trim()).toBe(`a repeat is     ${told}`);
});

test('the list, for which nothing was asked, says what it depends on', () => {
  expect(line(shown('the key column', null), 'list')).toContain('refused if unique');
});
