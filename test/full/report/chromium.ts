// A real browser for the page tests: Debian's chromium, or the one that DEDUPE_CHROMIUM names.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Undefined: there is none, and the tests that need one say so and are skipped. */
export const program =
  process.env.DEDUPE_CHROMIUM ??
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);

export const missing = `needs chromium (Debian: apt-get install chromium), or DEDUPE_CHROMIUM with the path of one`;

export async function launch(): Promise<Browser> {
  // Root and containers have no sandbox of their own; the pages are ours. Nothing on them needs a graphics card.
  return chromium.launch({ ...(program && { executablePath: program }), args: ['--no-sandbox', '--disable-gpu'] });
}

export interface Place {
  /** Loads a page over HTTP, as one that somebody put on a server. */
  show(html: string): Promise<Page>;
  /** Everything that the browser asked anybody for, beside the pages themselves. */
  readonly requests: readonly string[];
  /** Windows and dialogs that nobody opened. */
  readonly surprises: readonly string[];
  close(): Promise<void>;
}

export async function place(browser: Browser, options: BrowserContextOptions = {}): Promise<Place> {
  let current = '';
  const requests: string[] = [];
  const surprises: string[] = [];
  const server = createServer(({ url }, response) => {
    if (url !== '/') requests.push(`server ${url}`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(current);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const context = await browser.newContext(options);
  context.on('request', (request) => request.url() === address || requests.push(request.url()));
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    surprises.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => surprises.push(popup.url()));
  return {
    requests,
    surprises,
    async show(html) {
      current = html;
      await page.goto(address, { waitUntil: 'load' });
      return page;
    },
    async close() {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
