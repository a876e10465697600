// The newest events of a log: its last lines, read whole, to see whether a cause goes on.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import type { LogFile } from '../scan/log-files.ts';
import type { LogLines } from './log-lines.ts';
import { withSubject } from './subject.ts';

/** About a thousand lines: enough to see what goes on, too few to be felt beside the search. */
const tailBytes = 256 * 1024;

/** Throws DEDUPE_FILE_UNREADABLE for a zipped log: its end is not to be had without reading all of it. */
export function tailOf(file: LogFile, lines: LogLines): { observations: Observation[]; isWhole: boolean } {
  const { texts, isWhole } = lastLines(file.path);
  const read = texts.flatMap((text, i) => lines.read(text, undefined, `end ${i + 1}`));
  const factKinds = new Set(read.filter(({ isFactLine }) => isFactLine).map(({ observation }) => observation.kind));
  const observations = read
    .filter(({ isFactLine, isWeak, observation }) => !isWeak && (isFactLine || !factKinds.has(observation.kind)))
    .map(({ observation }) => withSubject(observation));
  return { observations, isWhole };
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
    const lines = buffer.toString('utf8', 0, length).split('\n');
    // The first one is cut, unless the file begins there.
    return { texts: start === 0 ? lines : lines.slice(1), isWhole: start === 0 };
  } finally {
    closeSync(fd);
  }
}
