// A receiver with every fault that the scenarios look for: it makes an object for whatever reaches it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Counter } from '../../src/drill/count/counter.ts';
import type { Hooks } from '../../src/drill/world/hooks.ts';

const markers = /drill-[0-9a-z]{8}-\d{5}/;

export interface Naive {
  readonly url: string;
  readonly counter: Counter;
  readonly deadLetters: Counter;
  readonly hooks: Hooks;
}

/** `dropsRetries`: the popular guard that looks at the header. */
export async function naive({ dropsRetries = false } = {}): Promise<Naive> {
  const made: { id: string; marker: string }[] = [];
  let mode: 'works' | 'stands' | 'forgets' | 'loses' | 'refuses' | 'holds' = 'works';
  const queue: string[] = [];
  const create = (marker: string) => void made.push({ id: `T${made.length + 1}`, marker });

  const server = createServer(async (request, response) => {
    const text = decodeURIComponent((await buffer(request)).toString());
    const marker = markers.exec(text)?.[0] ?? '';
    const isDropped = dropsRetries && request.headers['x-slack-retry-num'] !== undefined;
    if (isDropped || mode === 'forgets' || mode === 'refuses') return response.end();
    if (mode === 'stands') {
      queue.push(marker);
      return response.writeHead(500).end();
    }
    create(marker);
    // The answer is lost, so it is done again.
    if (mode === 'loses') create(marker);
    if (mode === 'holds') queue.push(marker);
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
  const set = (next: typeof mode) => async () => {
    mode = next;
    return '';
  };
  const goOn = async () => {
    mode = 'works';
    for (const marker of queue.splice(0)) create(marker);
    return '';
  };
  const nothing = async () => '';
  const hooks: Hooks = {
    restart_app: nothing,
    restart_redis: nothing,
    restart_database: nothing,
    stop_database: set('forgets'),
    start_database: set('works'),
    pause_worker: set('stands'),
    resume_worker: goOn,
    kill_worker: nothing,
    start_worker: goOn,
    hold_after_create: set('holds'),
    await_hold: nothing,
    lose_answers: set('loses'),
    hold_answers: set('holds'),
    refuse_creates: set('refuses'),
    restore_answers: set('works'),
    rerun_job: async ({ DRILL_MARKER = '' }) => {
      create(DRILL_MARKER);
      return '';
    },
    pass_guard_ttl: nothing,
    start_other_version: async () => `listening on ${url}\n`,
    stop_other_version: nothing,
  };
  const counter = countedBy(({ marker }) => made.filter((one) => one.marker === marker).map(({ id }) => id));
  return { url, counter, deadLetters: countedBy(() => []), hooks };
}

export function countedBy(ids: (act: Parameters<Counter['count']>[0]) => readonly string[]): Counter {
  return { title: 'the test', everyMs: 10, lagMs: 0, count: async (act) => ids(act), close: async () => {} };
}
