// The targets with what each can prove, and what a check of one showed.
import { formatSpan } from '../model/instant.ts';
import type { Report } from '../model/report.ts';
import type { TargetsDocument } from '../model/targets-document.ts';
import { columns, fold } from './columns.ts';

type Shown = TargetsDocument['targets'][number];

export const targetsText: Report<TargetsDocument> = {
  format: 'text',
  render({ action, targets }, look) {
    if (look.plain) return targets.map((one) => cells(one).join('\t')).join('\n');
    if (action === 'check') return targets.flatMap((one) => checked(one, look.width)).join('\n');
    const head = ['name', 'type', 'a repeat is', 'looked up in', 'may come after', 'what it is'];
    const hint = targets.some(({ name }) => name !== null)
      ? 'dedupe targets check NAME asks one of them, read-only.'
      : 'None is configured: the README shows how.';
    const limits = targets.flatMap(({ name, type, abilities: { leaves_out } }) =>
      leaves_out === null ? [] : [[name ?? type, leaves_out]],
    );
    return [
      ...columns([head, ...targets.map(cells)], look.width, 0),
      '',
      'An empty answer says nothing about:',
      ...columns(limits, look.width),
      '',
      hint,
    ].join('\n');
  },
};

function cells({ name, type, title, identity, abilities }: Shown): string[] {
  return [
    name ?? '-',
    type,
    repeat(abilities),
    lookedUp(abilities),
    formatSpan(abilities.create_maximum_ms),
    identity ?? title,
  ];
}

function repeat({ idempotency_key: key, unique_field: field, unique_by_setup }: Shown['abilities']): string {
  if (field !== null) return unique_by_setup ? 'refused if unique' : 'refused';
  if (key === null) return 'a second object';
  return key.lifetime_ms === null ? 'harmless for a time' : `harmless for ${formatSpan(key.lifetime_ms)}`;
}

/** What is said of one system was shown by it. */
function repeatShown(abilities: Shown['abilities'], check: Shown['check']): string {
  const { unique_field: field } = abilities;
  if (field === null) return repeat(abilities);
  const refused = check?.repeat_refused ?? null;
  if (refused === null) return `not shown to be refused (${field})`;
  return refused ? `refused (${field})` : 'a second object: nothing there refuses it';
}

function lookedUp({ find_by, index_lag_ms, lists_by_time }: Shown['abilities']): string {
  if (find_by === 'primary') return 'the primary store';
  if (find_by === 'index') return index_lag_ms === null ? 'an index' : `an index, ${formatSpan(index_lag_ms)} behind`;
  return lists_by_time ? 'lists by time' : 'nothing';
}

function checked({ name, type, title, identity, abilities, check }: Shown, width: number): string[] {
  const state = {
    visible: 'CAN BE BELIEVED',
    'cannot-see': 'CANNOT SEE',
    unreachable: 'UNREACHABLE',
    'not-open': 'NOT OPEN',
  };
  const rows = [
    ['type', `${type}: ${title}`],
    ['which', identity ?? '-'],
    ['shown by', check?.evidence ?? '-'],
    ['a repeat is', repeatShown(abilities, check)],
    ['looked up in', lookedUp(abilities)],
    ['an empty answer', believed(abilities, check?.state)],
    ['it leaves out', abilities.leaves_out ?? 'nothing that is known of'],
  ];
  return [
    `${state[check?.state ?? 'not-open']}  ${name}`,
    ...rows.flatMap(([label = '', text = '']) =>
      fold(text, width - 20).map((line, i) => `  ${(i === 0 ? label : '').padEnd(16)}${line}`),
    ),
  ];
}

/** What reconcile will make of it. */
function believed(
  { find_by, lists_by_time, create_maximum_ms }: Shown['abilities'],
  state: string | undefined,
): string {
  if (state !== 'visible') return 'is not believed';
  const wait = formatSpan(create_maximum_ms);
  if (find_by === 'primary' || lists_by_time) return `proves absence ${wait} after the lease of the request has ended`;
  return 'proves nothing by itself: only with --accept-absent in the plan';
}
