// A connection that only waits for notifications, and is made again when it is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAddress } from './address.ts';
import { driver } from './server.ts';

export interface ListenOptions {
  readonly signal: AbortSignal;
  /** Pause before a lost connection is made again. Default 5 s. */
  readonly pauseMs?: number;
}

/**
 * Calls back for every notification on `channel` (a plain name) and after every new connection, since some may have been
 * missed. Resolves when the signal is aborted; never rejects: whoever must not miss anything asks by itself as well.
 */
export async function listen(
  url: string,
  channel: string,
  heard: () => void,
  { signal, pauseMs = 5_000 }: ListenOptions,
): Promise<void> {
  const address = parseAddress(url);
  if (address.engine === 'embedded') return;
  while (!signal.aborted) {
    await untilLost(address.url, channel, heard, signal).catch(() => {});
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

async function untilLost(url: string, channel: string, heard: () => void, signal: AbortSignal): Promise<void> {
  const { Client } = await driver();
  const client = new Client({
    connectionString: url,
    application_name: 'dedupe listen',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  let over = () => {};
  const lost = new Promise<void>((resolve) => {
    over = resolve;
  });
  client.on('error', over);
  client.on('end', over);
  signal.addEventListener('abort', over);
  try {
    client.on('notification', heard);
    await client.connect();
    await client.query(`listen ${channel}`);
    heard();
    await lost;
  } finally {
    // Years of connections that were lost and made again listen to one signal.
    signal.removeEventListener('abort', over);
    await client.end().catch(() => {});
  }
}
