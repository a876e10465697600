// The page without a browser: what it says, that it is closed to the outside, that foreign text stays text, and its size.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { clean, safeForOutput } from '../../src/model/clean.ts';
import { dark, light } from '../../src/report/html/style-page.ts';
import { htmlReport } from '../../src/report/html.ts';
import { cases, cleaned, look, raw } from './cases.ts';
import { payloads, poisoned } from './hostile.ts';

const render = (document: Parameters<typeof clean>[0]) => htmlReport.render(clean(document) as never, look);

/** Names of the tags in order: what a payload must not change. `#1` leads to its fact; labels decide about rows of the drawing. */
const tagsOf = (page: string) =>
  [
    ...page.replace(/<a class="ref".*?<\/a>|<svg class="sheet[\s\S]*?<\/svg>/g, '').matchAll(/<(\/?[a-z][a-z0-9]*)/g),
  ].map(([, tag]) => tag);
const drawn = (page: string) =>
  [...page.matchAll(/<svg class="sheet[\s\S]*?<\/svg>/g)].flatMap(([svg]) =>
    [...svg.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag),
  );

test.each(cases)('%s passes the gate as it is', (name) => {
  const page = htmlReport.render(cleaned(name), look);
  expect(safeForOutput(page)).toBe(page);
});

test('it says the answer, the facts, what to change and what nobody looked at', () => {
  const document = raw('duplicate-ack-late');
  const page = render(document);
  expect(page).toContain('<h1><bdi>2 tasks from 1 Slack message</bdi></h1>');
  for (const { n } of document.facts) expect(page).toContain(`id="f${n}"`);
  for (const step of document.findings[0]?.fix ?? []) expect(page).toContain(step);
  expect(page).toContain('Not looked at');
});

test('its policy allows its own style sheet and nothing else, and nothing in it asks for anything', () => {
  const page = render(raw('duplicate-ack-late'));
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page).toContain(
    `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
  );
  expect(page).not.toMatch(
    /<(?:script|img|link|iframe|object|embed|form|base|use|image|foreignObject)\b|\ssrc=|\sstyle=|\son\w+=/i,
  );
  expect(style).not.toMatch(/url\(|@import|@font-face/);
});

describe.each(Object.entries(payloads))('%s in every field', (_, payload) => {
  test.each(cases)('%s keeps its tags', (name) => {
    // A web address becomes a link on purpose; that one is tested in a browser.
    const document = (word: string) => ({ ...poisoned(name, word), records: [] });
    expect(tagsOf(render(document(payload)))).toEqual(tagsOf(render(document('word'))));
    const forms = ['svg', 'rect', 'text', 'tspan', 'line', 'path', 'circle', 'a'];
    expect(drawn(render(document(payload))).filter((tag) => !forms.includes(tag ?? ''))).toEqual([]);
  });
});

test('only a web address becomes a link, and the reader sees it whole', () => {
  const [record] = raw('duplicate-ack-late').records;
  if (!record) throw new Error('the fixture has no record');
  const links = (url: string) =>
    [
      ...render({ ...raw('duplicate-ack-late'), records: [{ ...record, url }] }).matchAll(
        /<a class="address" href="([^"]*)"/g,
      ),
    ].map(([, href]) => href);
  expect(links('https://jira.internal/browse/OPS-41')).toEqual(['https://jira.internal/browse/OPS-41']);
  // The last two lead nowhere: an anonymised trace names such hosts.
  for (const url of [
    'https://qab.atlassian.net.example/browse/OPS-41',
    'http://nobody.invalid:80/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example/"onclick=x',
    ' https://a',
    'vbscript:x',
  ])
    expect(links(url), url).toEqual([]);
});

test('a trace of ten thousand facts, records and copies is a page that a phone can open', () => {
  const document = raw('duplicate-ack-late');
  const [fact] = document.facts;
  const [record] = document.records;
  if (!fact || !record) throw new Error('the fixture is empty');
  const many = <T>(make: (i: number) => T) => Array.from({ length: 10_000 }, (_, i) => make(i));
  const page = render({
    ...document,
    facts: many((i) => ({ ...fact, n: i + 1, offset_ms: i * 10 })),
    records: many((i) => ({ ...record, id: `OPS-${i}`, fact: i + 1, keep: i === 0 })),
    gaps: many((i) => ({ source: `s${i}`, reason: 'r', would_settle: 'w' })),
    next: many((i) => `dedupe explain ${i}`),
    findings: document.findings.map((one) => ({ ...one, facts: many((i) => i + 1), because: many((i) => `b${i}`) })),
  });
  expect(page).toContain('9,850 more facts are left out here');
  expect(page).toContain('9,952 of 10,000 facts are not drawn.');
  expect(page.match(/and 9,9\d\d more/g)?.length).toBeGreaterThan(2);
  expect(page.length).toBeLessThan(250_000);
});

describe('colours', () => {
  test.each([
    ['light', light],
    ['dark', dark],
  ])('%s can be read', (_, text) => {
    const colour = Object.fromEntries([...text.matchAll(/--(\w+):(#\w+)/g)].map(([, name, value]) => [name, value]));
    const contrast = (a: string, b: string) => {
      const [low = 0, high = 0] = [luminance(colour[a]), luminance(colour[b])].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    };
    for (const ground of ['ground', 'card', 'band', 'proof'])
      for (const ink of ['ink', 'soft', 'link', 'bad', 'good', 'open', 'close'])
        if (ground !== 'proof' || ink === 'ink')
          expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThan(4.5);
    for (const bar of ['delivery', 'run', 'attempt', 'call']) expect(contrast('onbar', bar), bar).toBeGreaterThan(4.5);
    for (const mark of ['delivery', 'run', 'attempt', 'call', 'record', 'guard', 'job', 'idle', 'close', 'good'])
      expect(contrast(mark, 'band'), mark).toBeGreaterThan(3);
  });
});

/** WCAG 2: relative luminance. */
function luminance(hex = '#000'): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
  const [r = 0, g = 0, b = 0] = digits.map((pair) => {
    const c = Number.parseInt(pair, 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
