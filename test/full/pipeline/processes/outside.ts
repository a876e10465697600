// The world outside the processes of a test: what they ask, and who is kept waiting for an answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Its address stands in DEDUPE_TEST_TARGET. Answers `local` or `jira` to plans, names created objects, and keeps who may be kept waiting. */
export async function outside(answer: (path: string, n: number) => string | Promise<string>) {
  const created: string[] = [];
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/create') created.push(body);
    response.end(await answer(path, asked.filter((one) => one === path).length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.DEDUPE_TEST_TARGET = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { created, asked };
}
