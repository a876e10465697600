// Runs the conformance suite over an adapter: each check on a stage of its own.
import { describe, test } from 'vitest';
import type { Target } from '../../src/model/target.ts';
import { type CheckName, checks, type Fault, type Put, type Stage } from './conformance.ts';
import { type Asked, type FakeServer, fakeServer, type ReadFault, type Said, type WriteFault } from './fake-server.ts';

/** A vendor as a test plays it: published shapes, its own way to hide, to lag and to ignore. */
export interface Play {
  answer(asked: Asked): Said;
  creates(asked: Asked): boolean;
  count(key: string): number;
  put(key: string, more?: Put): void;
  fault(fault: 'index-lag' | 'no-access' | 'ignored-filter' | 'blind-filter'): void;
  settle(): void;
  shrink(): void;
}

export interface Subject {
  readonly name: string;
  play(): Play;
  open(url: string): Target;
  request(key: string): unknown;
  /** Another one with the key, for an object that would land where nobody looks. */
  readonly elsewhere?: (key: string) => unknown;
  /** How the vendor says that a list has another page; here it is none that could be had. */
  readonly further?: (said: Said, asked: Asked) => Said;
  /** How the vendor shows what was deleted. Default: not at all. */
  readonly bin?: Stage['bin'];
  /** Checks that cannot be asked of this system, each with its reason. */
  readonly without?: Partial<Record<CheckName, string>>;
}

const onWrite: Partial<Record<Fault, WriteFault>> = {
  'lost-reply': 'lost-reply',
  'gateway-timeout': 'gateway-timeout',
  dropped: 'dropped',
  'late-commit': 'late-commit',
  'write-limited': 'limited',
  'write-malformed': 'malformed',
  'write-huge': 'huge',
};
const onRead: Partial<Record<Fault, ReadFault>> = {
  'limited-once': 'limited-once',
  limited: 'limited',
  malformed: 'malformed',
  huge: 'huge',
  elsewhere: 'elsewhere',
  'further-page': 'further-page',
  broken: 'broken',
  part: 'part',
  shrinking: 'shrinking',
};

export async function staged({
  play: begin,
  open,
  request,
  elsewhere,
  bin = 'unseen',
  further = (said) => said,
}: Subject): Promise<Stage & { readonly server: FakeServer }> {
  const play = begin();
  const server = await fakeServer({ ...play, further });
  return {
    server,
    bin,
    target: open(server.url),
    nobody: open('http://127.0.0.1:9'),
    request: (key) => frozen(request(key)),
    elsewhere: elsewhere && ((key) => frozen(elsewhere(key))),
    count: (key) => play.count(key),
    put: (key, more) => play.put(key, more),
    fill: (count) => {
      for (let i = 0; i < count; i += 1) play.put(`slack:T1:C8:${i}`);
    },
    fault(fault) {
      if (onWrite[fault]) server.write = onWrite[fault];
      else if (onRead[fault]) server.read = onRead[fault];
      else play.fault(fault as 'index-lag');
    },
    settle() {
      server.write = undefined;
      server.commit();
      play.settle();
    },
  };
}

function frozen(body: unknown): Uint8Array {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Twenty megabytes for each adapter take seconds: the long suite asks them of all. */
const heavy: readonly string[] = [
  'a huge answer is cut off and not believed',
  'a create with a huge answer is unknown',
] satisfies CheckName[];

export function conforms(subject: Subject, which: 'light' | 'heavy'): void {
  describe(subject.name, () => {
    for (const [name, check] of Object.entries(checks)) {
      if (subject.without?.[name as CheckName] || heavy.includes(name) !== (which === 'heavy')) continue;
      test(name, async () => check(await staged(subject)));
    }
  });
}
