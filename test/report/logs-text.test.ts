// Does the answer about a log name what has to be set first?
import { expect, it } from 'vitest';
import type { CheckedLog } from '../../src/model/logs-document.ts';
import { logsText } from '../../src/report/logs-text.ts';

const log: CheckedLog = {
  file: 'a.log',
  lines: 1,
  readable: true,
  unread: [],
  forms: [],
  kinds: [],
  fields: [],
  unused: [],
  missing: [],
  mappable: [],
  exposed: [],
  zoneless: 0,
};
const text = (more: Partial<CheckedLog>) =>
  logsText.render({ version: 1, files: [{ ...log, ...more }] } as never, { width: 200, plain: false } as never);

it.each([
  [{ zoneless: 3 }, /nothing that a trace could use: log_time_zone/],
  [{}, /nothing that a trace could use: log_fields/],
])('%j', (more, expected) => {
  expect(text(more)).toMatch(expected);
});

it('neither where something is shown', () => {
  expect(text({ kinds: [{ kind: 'attempt', count: 1 }], zoneless: 1 })).not.toMatch(/could use/);
});
