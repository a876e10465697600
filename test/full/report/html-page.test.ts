// The page in a real browser: nothing hostile runs, nothing is asked for, keys reach every mark, it fits a phone, it reads without script.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { clean } from '../../../src/model/clean.ts';
import type { TraceDocument } from '../../../src/model/trace-document.ts';
import { htmlReport } from '../../../src/report/html.ts';
import { cases, look, raw } from '../../report/cases.ts';
import { payloads, poisoned } from '../../report/hostile.ts';
import { launch, missing, type Place, place, program } from './chromium.ts';
import { focusedMark, foundInside, ground, overflow, readText, structure, targetId } from './in-page.js';

let browser: Browser;
beforeAll(async () => {
  if (program === undefined) return console.warn(`skipped: ${missing}`);
  browser = await launch();
});
afterAll(async () => browser?.close());

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const render = (document: TraceDocument) => htmlReport.render(clean(document), look);

async function at(options: BrowserContextOptions = desktop): Promise<Place> {
  const opened = await place(browser, options);
  onTestFinished(opened.close);
  return opened;
}

describe.skipIf(program === undefined)('a page', () => {
  // Without its policy as well: the escaping has to hold by itself.
  it.each([
    ['with its policy', false],
    ['without its policy', true],
  ])('runs nothing of a hostile document and asks for nothing, %s', async (_, bypassCSP) => {
    const { show, requests, surprises } = await at({ ...desktop, bypassCSP });
    for (const [payload, text] of Object.entries(payloads)) {
      for (const name of cases) {
        const page = await show(render(poisoned(name, text)));
        expect(await page.evaluate(foundInside), `${payload} in ${name}`).toEqual({
          ...{ owned: false, strange: [], handlers: [], links: [], styles: 1, path: '/' },
        });
      }
      // An icon is what a browser looks for by itself; the policy forbids it that as well.
      const asked = requests.filter((one) => !bypassCSP || one !== 'server /favicon.ico');
      expect([...asked, ...surprises], payload).toEqual([]);
    }
  });

  it('would have been seen to run: the test is not blind', async () => {
    const { show, requests } = await at({ ...desktop, bypassCSP: true });
    const page = await show(`<!doctype html><title>x</title>${payloads.script}${payloads.handler}`);
    await page.waitForTimeout(200);
    expect((await page.evaluate(foundInside)).owned).toBe(true);
    expect(requests).toContain('https://evil.example/p');
  });

  it('shows by keyboard where a mark was read, and leads to its line', async () => {
    const { show } = await at();
    const page = await show(render(raw('duplicate-ack-late')));
    const { facts } = raw('duplicate-ack-late');
    expect(await page.locator('.tip.idle').isVisible()).toBe(true);
    const reached: string[] = [];
    for (let presses = 0; presses < 40 && reached.length < facts.length; presses++) {
      await page.keyboard.press('Tab');
      const { href, tips } = await page.evaluate(focusedMark);
      if (href === undefined) continue;
      reached.push(href);
      const fact = facts[Number(href.slice(2)) - 1];
      expect(tips).toHaveLength(1);
      expect(tips[0]).toContain(`#${fact?.n} `);
      expect(tips[0]).toContain(`${fact?.source} ${fact?.where}`);
    }
    expect(reached).toEqual(facts.map(({ n }) => `#f${n}`));
    await page.keyboard.press('Enter');
    expect(await page.evaluate(targetId)).toBe(`f${facts.length}`);
  });

  it('shows under the pointer where a mark was read', async () => {
    const { show } = await at();
    const page = await show(render(raw('duplicate-ack-late')));
    await page.locator('.sheet.wide a.m1 .bar').first().hover();
    expect(await page.locator('.tip.t1').isVisible()).toBe(true);
    expect(await page.locator('.tip.idle').isVisible()).toBe(false);
  });

  it('is all there without script', async () => {
    const document = raw('duplicate-ack-late');
    const page = await (await at({ ...phone, javaScriptEnabled: false })).show(render(document));
    const text = await page.evaluate(readText);
    const [primary] = document.findings;
    const wanted = [primary?.sentence ?? '?', ...(primary?.because ?? []), ...(primary?.fix ?? []), ...document.next];
    for (const part of [document.headline, ...wanted]) expect(text).toContain(part.replace(/\s+/g, ' '));
    for (const { source, where } of document.facts) expect(text).toContain(`${source} ${where}`);
  });

  it.each([320, 390, 768, 1280])('fits %i columns of pixels, hostile or long', async (width) => {
    const { show } = await at({ viewport: { width, height: 800 } });
    for (const document of [...cases.map(raw), ...cases.map((name) => poisoned(name, payloads.long ?? ''))]) {
      const page = await show(render(document));
      expect(await page.evaluate(overflow)).toEqual({ width, cut: [] });
    }
  });

  it('has landmarks, one title, and a name for whatever can be reached', async () => {
    const { show } = await at();
    for (const name of cases) {
      const page = await show(render(raw(name)));
      expect(await page.evaluate(structure), name).toEqual({
        ...{ lang: 'en', landmarks: [1, 1, 1], titles: 1, deeper: 0, repeated: [], nameless: 0, dangling: 0 },
      });
    }
  });

  it('prints in light colours, with the wide drawing, and opens what is folded', async () => {
    const { show } = await at({ ...phone, colorScheme: 'dark' });
    const page = await show(render(raw('duplicate-ack-late')));
    expect(await page.evaluate(ground)).toBe('rgb(21, 22, 26)');
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(ground)).toBe('rgb(255, 255, 255)');
    expect(await page.locator('.sheet.wide').isVisible()).toBe(true);
    expect(await page.locator('.sheet.narrow').isVisible()).toBe(false);
    expect(await page.locator('details li').first().isVisible()).toBe(true);
  });
});
