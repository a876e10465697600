// The newest events of a log: its last lines, read whole, to see whether a cause goes on.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import type { Instant } from '../model/instant.ts';
import type { Later } from '../model/source.ts';
import { LogDocument, mayBeDocument } from '../scan/log-document.ts';
import type { LogFile } from '../scan/log-files.ts';
import { SplitRecords } from '../scan/split-records.ts';
import type { LogLines } from './log-lines.ts';
import { withSubject } from './subject.ts';

/** About a thousand lines: enough to see what goes on, too few to be felt beside the search. */
const tailBytes = 256 * 1024;

interface Tail {
  readonly observations: readonly Observation[];
  /** What stands before this was not read. Undefined: the log was read from its beginning. */
  readonly since: Instant | undefined;
}

/** Throws DEDUPE_FILE_UNREADABLE for a zipped log: its end is not to be had without reading all of it. */
export function tailOf(file: LogFile, lines: LogLines): Tail {
  const { texts, isWhole } = lastLines(file.path);
  const read = texts.flatMap((text, i) => lines.read(text, undefined, `end ${i + 1}`));
  const factKinds = new Set(read.filter(({ isFactLine }) => isFactLine).map(({ observation }) => observation.kind));
  const observations = read
    .filter(({ isFactLine, isWeak, observation }) => !isWeak && (isFactLine || !factKinds.has(observation.kind)))
    .map(({ observation }) => withSubject(observation));
  if (isWhole) return { observations, since: undefined };
  // Of lines without a time nothing says how far back they reach: then no further than their end.
  const times = observations.flatMap(({ fields }) => fields.at ?? []);
  return { observations, since: Math.min(...times, Number.POSITIVE_INFINITY) as Instant };
}

/** Of several logs. What one of them leaves out is not known, however far back the others reach. */
export function laterOf(tails: readonly Tail[]): Later {
  const begun = tails.flatMap(({ since }) => since ?? []);
  const since = begun.length > 0 ? (Math.max(...begun) as Instant) : undefined;
  return { observations: tails.flatMap(({ observations }) => observations), others: 0, since };
}

function lastLines(path: string): { texts: string[]; isWhole: boolean } {
  const fd = openSync(path, 'r');
  try {
    const magic = Buffer.alloc(2);
    if (readSync(fd, magic, 0, 2, 0) === 2 && magic[0] === 0x1f && magic[1] === 0x8b) {
      throw new DedupeError(
        'DEDUPE_FILE_UNREADABLE',
        `${path} is zipped: its newest lines cannot be read by themselves`,
      );
    }
    const { size } = fstatSync(fd);
    const start = Math.max(0, size - tailBytes);
    const buffer = Buffer.alloc(size - start);
    const length = readSync(fd, buffer, 0, buffer.length, start);
    const lines = linesIn(fd, buffer.subarray(0, length), start, path);
    // The first one is cut, unless the file begins there.
    return { texts: start === 0 ? lines : lines.slice(1), isWhole: start === 0 };
  } finally {
    closeSync(fd);
  }
}

function linesIn(fd: number, bytes: Buffer, start: number, path: string): string[] {
  const head = Buffer.alloc(start === 0 ? 0 : 4096);
  readSync(fd, head, 0, head.length, 0);
  if (mayBeDocument(head))
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${path} is one document: its end cannot be read by itself`);
  const document = new LogDocument(start > 0);
  const records = new SplitRecords();
  const all = [document.take(bytes), document.end()].map((part) => Buffer.from(records.take(part)));
  return Buffer.concat([...all, records.end()])
    .toString('utf8')
    .split('\n');
}
