// The three addresses for whoever watches over a process: is it alive, can it do its work, what has it seen.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertReady } from '../store/ready.ts';
import type { Sessions } from '../store/sessions.ts';
import { expositionType } from './metrics/exposition.ts';

export interface Watched {
  readonly sessions: Sessions;
  readonly isStopping: () => boolean;
  readonly metrics: () => Promise<string>;
}

/** False: it was asked for something else, and nothing is answered yet. */
export function answerWatcher(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  { sessions, isStopping, metrics }: Watched,
): boolean {
  if (method !== 'GET') return false;
  switch (url?.split('?', 1)[0]) {
    case '/healthz':
      answer(response, 200, 'alive\n');
      return true;
    case '/readyz':
      void ready(sessions, isStopping()).then((told) => answer(response, told === 'ready' ? 200 : 503, `${told}\n`));
      return true;
    case '/metrics':
      void metrics().then(
        (text) => answer(response, 200, text, expositionType),
        () => answer(response, 503, 'not known\n'),
      );
      return true;
    default:
      return false;
  }
}

/** One word for a person; what is wrong with the database is nobody's business outside. */
async function ready(sessions: Sessions, isStopping: boolean): Promise<'ready' | 'stopping' | 'no_database'> {
  if (isStopping) return 'stopping';
  const late = sleep(2_000, 'no_database' as const, { ref: false });
  const asked = sessions.use(assertReady).then(
    () => 'ready' as const,
    () => 'no_database' as const,
  );
  return Promise.race([asked, late]);
}

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(text);
}
