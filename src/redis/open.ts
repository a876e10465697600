// One connection that reads. It checks nothing that a read-only account may not ask, and gives up instead of waiting.
// https://github.com/redis/ioredis
import { Redis } from 'ioredis';
import { DedupeError } from '../errors.ts';
import { shownHost } from '../model/clean/shown-host.ts';
import { type Asking, type RedisReader, type Reply, readingCommands } from './reader.ts';

const allowed: ReadonlySet<string> = new Set(readingCommands);

/** Whoever traces at three in the morning has other sources as well. */
const connectMs = 8_000;
const answerMs = 15_000;

/** Connects with the first question. `url`: `redis://` or `rediss://`, with whatever it takes to log in. */
export function openRedis(url: string, password?: string): RedisReader {
  const place = placeOf(url);
  const { address, login, database } = partsOf(url, place);
  let opened: Redis | undefined;
  let entered: Promise<void> | undefined;
  /** The question itself is only told that there is no connection. */
  let lost: unknown;
  const misheld = new Set<string>();

  /** Throws what is no matter of one key. */
  function passOver(error: unknown, key: unknown): null {
    if (!/^WRONGTYPE\b/.test(error instanceof Error ? error.message : String(error))) throw error;
    misheld.add(String(key));
    return null;
  }

  function client(): Redis {
    opened ??= listening(
      new Redis(address, {
        lazyConnect: true,
        enableReadyCheck: false,
        disableClientInfo: true,
        enableOfflineQueue: true,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
        connectTimeout: connectMs,
        commandTimeout: answerMs,
      }),
      (error) => {
        lost = error;
      },
    );
    return opened;
  }

  /** The client itself would go on as the default user, and in database 0, where the server refuses what the address names. */
  async function enter(): Promise<void> {
    const { username, password: own = '' } = login;
    const secret = password ?? own;
    if (username || secret)
      await client()
        .call('AUTH', ...(username ? [username] : []), secret)
        .catch((error: unknown) => {
          // A server that wants no password is one that may be read.
          if (!/without any password configured/i.test(String(error))) throw error;
        });
    if (database === 0) return;
    await client()
      .call('SELECT', String(database))
      .catch((error: unknown) => {
        if (!/out of range/i.test(String(error))) throw error;
        throw new DedupeError('DEDUPE_QUEUE_REFUSED', `${place} has no database ${database}`, {
          hint: 'The number at the end of the address is that of the database.',
          cause: error,
        });
      });
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      entered ??= enter();
      await entered;
      return await work();
    } catch (error) {
      if (error instanceof DedupeError) throw error;
      throw faultOf(/connection is closed/i.test(String(error)) ? (lost ?? error) : error, place);
    }
  }

  return {
    place,
    ask: (...asking) =>
      guarded(() => (client().call(...only(asking)) as Promise<Reply>).catch((error) => passOver(error, asking[1]))),
    askAll: (askings) =>
      guarded(async () => {
        if (askings.length === 0) return [];
        const line = client().pipeline();
        for (const asking of askings) line.call(...only(asking));
        const answers = (await line.exec()) ?? [];
        return answers.map(([error, reply], i) => (error ? passOver(error, askings[i]?.[1]) : (reply as Reply)));
      }),
    misheld: () => [...misheld],
    async close() {
      opened?.disconnect();
    },
  };
}

/** Checked when it runs too: a type is no wall against a value from a file. */
function only([command, ...args]: Asking): [string, ...string[]] {
  if (!allowed.has(command)) throw new Error(`${command} is no command that only reads`);
  return [command, ...args.map(String)];
}

/** Without a listener an error would end the process. */
function listening(redis: Redis, tell: (error: unknown) => void): Redis {
  redis.on('error', tell);
  return redis;
}

/** Apart, since the client lets an empty password of the address win over one that it is given. Throws DEDUPE_CONFIG_INVALID. */
function partsOf(url: string, place: string) {
  const invalid = (what: string) =>
    new DedupeError('DEDUPE_CONFIG_INVALID', `${place}: ${what}`, { hint: 'It is written redis://USER@HOST:6379/0.' });
  if (!URL.canParse(url)) throw invalid('the address cannot be read');
  const parts = new URL(url);
  const named = parts.pathname.replace(/^\//, '') || parts.searchParams.get('db') || '0';
  if (!/^\d{1,5}$/.test(named)) throw invalid('what stands behind the host is the number of the database');
  const [username, password] = [parts.username, parts.password].map(decodeURIComponent);
  parts.searchParams.delete('db');
  Object.assign(parts, { username: '', password: '', pathname: '' });
  return {
    address: parts.href,
    login: { ...(username && { username }), ...(password && { password }) },
    database: Number(named),
  };
}

/** Which server, without who logs in. */
export function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `redis ${shownHost(hostname || 'localhost')}:${port || '6379'}${pathname === '' || pathname === '/' ? '' : pathname}`;
  } catch {
    return 'redis';
  }
}

function faultOf(cause: unknown, place: string): DedupeError {
  const text = cause instanceof Error ? cause.message : String(cause);
  const [, word = ''] = /^([A-Z]{3,20})\b/.exec(text) ?? [];
  if (word === 'NOPERM' || word === 'WRONGPASS' || word === 'NOAUTH' || word === 'ERR')
    return new DedupeError('DEDUPE_QUEUE_REFUSED', `${place} refused: ${refusals[word]}`, {
      hint: 'dedupe explain source-TYPE, such as source-bullmq, prints an account that may read and nothing else.',
      cause,
    });
  if (word === 'MOVED' || word === 'CROSSSLOT' || word === 'CLUSTERDOWN')
    return new DedupeError('DEDUPE_QUEUE_REFUSED', `${place} is one node of a cluster, and the key lies on another`, {
      hint: 'Name the node that holds the slot of the prefix.',
      cause,
    });
  if (word === 'LOADING')
    return new DedupeError('DEDUPE_QUEUE_REFUSED', `${place} is still loading its data (${word})`, { cause });
  const reason = /timed? ?out/i.test(text) ? 'did not answer in time' : (reasons[codeOf(cause)] ?? 'did not answer');
  return new DedupeError('DEDUPE_QUEUE_UNREACHABLE', `${place} ${reason}`, { hint: 'Is it running there?', cause });
}

const refusals: Readonly<Record<string, string>> = {
  NOPERM: 'the account may not ask this, or not about this key',
  WRONGPASS: 'the name or the password is wrong',
  NOAUTH: 'it wants a password',
  ERR: 'it does not know the question',
};

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has a name that nobody knows',
  ECONNRESET: 'closed the connection',
};

function codeOf(cause: unknown): string {
  return String((cause as { readonly code?: unknown } | null)?.code ?? '');
}
