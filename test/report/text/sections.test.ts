// What stands below the facts: clocks that differ are said, long lists are folded, what is equal is said once.
import { expect, test } from 'vitest';
import { clean } from '../../../src/model/clean.ts';
import type { TraceDocument } from '../../../src/model/trace-document.ts';
import { text } from '../../../src/report/text.ts';
import { look, raw } from '../cases.ts';

const shown = (changes: Partial<TraceDocument>, form: Partial<typeof look> & { verbose?: boolean } = {}) =>
  text.render(clean({ ...raw('duplicate-ack-late'), ...changes }), { ...look, ...form });

test('clocks that were measured to differ are stated, assumed ones are not', () => {
  const skew = { clocks: ['api.log', 'sender'] as [string, string], bound_ms: 2200, measured: true };
  const said = 'api.log and the sender differ: moments on the two closer than 2.20 s have no known order';
  expect(shown({ skews: [skew] }).replace(/\n */g, ' ')).toContain(`clocks   ${said}`);
  expect(shown({ skews: [skew] }, { plain: true })).toContain(`clocks\t${said}`);
  expect(shown({ skews: [{ ...skew, measured: false }] })).not.toContain('clocks');
});

test('a refuted theory takes one line, and all of it when asked', () => {
  const reason = `${'it does not fit '.repeat(12)}at all`;
  const refuted = [1, 2].map((n) => ({ rule: `theory-${n}`, reason, facts: [1] }));
  const lines = shown({ refuted })
    .split('\n')
    .filter((line) => /theory-|not fit/.test(line));
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => line.endsWith('…'))).toBe(true);
  expect(shown({ refuted })).toContain('--verbose shows the whole reasons');
  expect(shown({ refuted }, { verbose: true })).toContain('at all (#1)');
});

test('five hundred surplus records are counted, not listed', () => {
  const [record] = raw('duplicate-ack-late').records;
  if (!record) throw new Error('the fixture has no record');
  const records = Array.from({ length: 500 }, (_, i) => ({ ...record, id: `OPS-${i}`, keep: i === 0 }));
  expect(shown({ records }).match(/by hand: /g)).toHaveLength(12);
  expect(shown({ records })).toContain('and 487 more, --verbose shows them');
  expect(shown({ records }, { verbose: true }).match(/by hand: /g)).toHaveLength(499);
});

const copy: TraceDocument['copies'][number] = {
  ...{ target: 'jira', record: 'OPS-41', event_id: 'Ev1', body_digest: null, sent_at: null, retry_num: 0 },
  ...{ retry_reason: null, attempt: null, instance_id: 'api-1', deployment_version: null, duration_ms: 4280 },
  outcome: 'done',
};

test('of the copies only what differs is a row; what is equal is said once, what nobody logged is called so', () => {
  const later = { ...copy, record: 'OPS-42', retry_num: 1, retry_reason: 'http_timeout', duration_ms: null };
  const table = shown({ copies: [copy, later] });
  expect(table).toContain(`
   copies    OPS-41  OPS-42
≠  retry     0       1 http_timeout
   duration  4.28 s  ? not logged
   same: event id Ev1, instance api-1, outcome done
   not logged: body digest, sent
`);
  expect(shown({ copies: [copy] })).not.toContain('copies');
});

test('ids too long for a column keep their two ends', () => {
  const copies = [0, 1].map((i) => ({ ...copy, event_id: `${'1'.repeat(60)}-end${i}` }));
  const row = shown({ copies })
    .split('\n')
    .find((line) => line.startsWith('≠'));
  expect(row).toMatch(/^≠ {2}event id +1+…1+-end0 +1+…1+-end1$/);
  expect(row?.length).toBeLessThanOrEqual(100);
});
