// Every format of a scan: the published schema, cells that no spreadsheet runs, and foreign text that stays text.
import { Ajv2020 } from 'ajv/dist/2020.js';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { clean } from '../../../src/model/clean.ts';
import type { Look } from '../../../src/model/report.ts';
import { type ScanDocument, scanDocument } from '../../../src/model/scan-document.ts';
import { cellOf } from '../../../src/report/scan/csv.ts';
import { scanReports } from '../../../src/report/scan/index.ts';

const hostile =
  "\"><script>alert(1)</script>\u202e=cmd|' /C calc'!A0 `**[x](javascript:alert(1))** \u001b[2J <!channel> | <img src=x onerror=alert(1)>";
const look: Look = { width: 100, colour: false, plain: false, unicode: true, time: 'relative' };

const document: ScanDocument = {
  ...{ version: 1, partial: hostile, headline: hostile, events: 3, silent: 1, blind: false },
  window: { since: null, until: null, from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T02:00:00.000Z' },
  duplicates: { events: 1, surplus_records: 1 },
  groups: [
    {
      ...{ id: hostile, kind: 'cause', title: hostile, count: 1, share: 1 / 3, surplus_records: 1 },
      ...{ first_seen: '2026-01-01T00:00:00.000Z', last_seen: null, per_hour: 0.5 },
      around_deploy: { before: null, after: 12 },
      ongoing: { state: 'firing', sentence: hostile },
      certainty: { shown: 1, consistent: 0, open: 0 },
      examples: [
        { ref: hostile, headline: hostile, certainty: 'shown', at: null, command: `dedupe trace '${hostile}'` },
      ],
    },
  ],
  undecided: { count: 1, reasons: [{ reason: hostile, count: 1 }] },
  deploy: { version: hostile, at: '2026-01-01T01:00:00.000Z' },
  latency: { with_duplicates: { count: 1, p50_ms: 10, p95_ms: 20 }, without: { count: 0, p50_ms: null, p95_ms: null } },
  instance_changes: [{ at: '2026-01-01T01:00:00.000Z', what: hostile, live: 2, before: null, after: 3 }],
  gaps: [{ source: hostile, reason: hostile, would_settle: hostile }],
  damage: [
    {
      ...{
        ref: hostile,
        cause: hostile,
        target: hostile,
        action: hostile,
        record: hostile,
        url: hostile,
        event_id: hostile,
      },
      ...{ source_event_key: hostile, created_at: null, do: 'close', why: hostile },
    },
  ],
  figures: [
    {
      id: 'retries',
      title: 'retries by reason',
      source: 'log',
      values: [{ name: hostile, value: 3, unit: 'count' }],
      gap: null,
    },
    { id: 'queue', title: hostile, source: 'log', values: [], gap: hostile },
  ],
  next: [hostile],
};

async function rendered(format: string, look_ = look): Promise<string> {
  const report = await scanReports.find((one) => one.format === format)?.load();
  return report?.render(clean(document), look_) ?? '';
}

describe('the formats of a scan', () => {
  it('write JSON that fits the published schema, whole and by lines', async () => {
    const validate = new Ajv2020({ strict: false }).compile(z.toJSONSchema(scanDocument));
    expect(validate(JSON.parse(await rendered('json'))), JSON.stringify(validate.errors)).toBe(true);
    const lines = (await rendered('jsonl')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual([
      ...['scan', 'group', 'record', 'instance-change', 'figure', 'figure', 'gap'],
    ]);
  });

  it('write cells that no spreadsheet takes for a formula', () => {
    for (const start of ['=', '+', '-', '@', '\t', ' =', '\r', '\n', '＝', '＋', '－', '＠', '\u3000＝'])
      expect(cellOf(`${start}1+1`)).toMatch(/^"?'/);
    expect(cellOf('a,"b"\nc')).toBe('"a,""b""\nc"');
    expect(cellOf('1＝1')).toBe('1＝1');
    expect(cellOf('slack:T1:Ev1')).toBe('slack:T1:Ev1');
    expect(cellOf(-3)).toBe('-3');
    expect(cellOf(null)).toBe('');
  });

  it('write one row of CSV for each record, of equal width', async () => {
    const rows = (await rendered('csv')).split('\r\n');
    expect(rows[0]).toBe('do,target,record,action,event_id,source_event_key,created_at,cause,ref,url,why');
    expect(rows).toHaveLength(3);
  });

  it('write HTML in which foreign text is text, and which asks nobody for anything', async () => {
    const page = await rendered('html');
    expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>|javascript:alert\(1\)"/);
    expect(page).not.toMatch(/\b(src|href|url)\s*[=(]\s*["']?(https?:)?\/\//);
    expect(page).toMatch(/content="default-src (&#39;|')none/);
    expect([...page.matchAll(/<(\/?)([a-z0-9]+)/g)].map(([, , name]) => name)).not.toContain('script');
    expect(page).toContain('&lt;script&gt;');
  });

  it('write Markdown in which foreign text is no markup, no link and no table cell', async () => {
    const page = await rendered('markdown');
    const parser = new MarkdownIt({ html: true, linkify: true });
    const inline = parser.parse(page, {}).flatMap(({ children }) => (children ?? []).map(({ type }) => type));
    const allowed = ['text', 'softbreak', 'code_inline', 'strong_open', 'strong_close'];
    expect(inline.filter((type) => !allowed.includes(type))).toEqual([]);
    const blocks = parser.parse(page, {}).map(({ type }) => type);
    expect(blocks.filter((type) => /html|heading|quote|table|hr/.test(type))).toEqual([]);
    expect(blocks.filter((type) => type === 'fence')).toHaveLength(2);
    expect(page).not.toMatch(/[<>\u202e]|@\w/);
  });

  it('write text for narrow, plain and ASCII terminals', async () => {
    expect(await rendered('text')).toContain('FOUND SO FAR');
    expect(await rendered('text', { ...look, unicode: false })).toMatch(/^[\x20-\x7e\n]*$/);
    const plain = await rendered('text', { ...look, plain: true });
    expect(plain.split('\n').filter((line) => line.startsWith('group\t'))).toHaveLength(1);
    expect(plain).not.toContain('\u001b');
  });
});
