// The lines of a web server, each a request of its own: millions, of which hardly one is part of a story.
import { NameHash } from './name-hash.ts';
import type { PlainAccess } from './plain-access.ts';
import type { Stories } from './stories.ts';
import type { LogTally } from './tally.ts';

const prefix = Buffer.from('request:');

export class LoneRequests {
  readonly #stories: Stories;
  readonly #tally: LogTally;
  readonly #hash: NameHash;

  constructor(stories: Stories, tally: LogTally, bits?: number) {
    this.#stories = stories;
    this.#tally = tally;
    this.#hash = new NameHash(bits);
  }

  /** The only name on such a line; it holds until the next one is asked for. */
  nameOf(bytes: Buffer, { idFrom, idTo }: PlainAccess): NameHash | undefined {
    if (idFrom === idTo) return undefined;
    const hash = this.#hash.start('delivery_id').bytes(prefix, 0, prefix.length);
    return hash.bytes(bytes, idFrom, idTo).end();
  }

  /** False: it may be part of a story, and has to be taken as any other line. */
  take(bytes: Buffer, access: PlainAccess, block: number, ms: number): boolean {
    // A failure is a sign.
    if (access.status >= 500) return false;
    const name = this.nameOf(bytes, access);
    if (name === undefined) return true;
    if (!this.#stories.keepAlone(name, block, Math.floor(ms / 1000))) return false;
    this.#tally.request(access.duration);
    return true;
  }
}
