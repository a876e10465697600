// What a plan threw, as far as it may be shown: the class and the place. Messages can quote what people wrote.
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `TypeError at plan.js:3`, with the place in the first file that is neither a package nor this program. */
export function thrownAt(error: unknown, folder: string): string {
  const name = classOf(error);
  const place = error instanceof Error ? placeIn(error, folder) : undefined;
  return place === undefined ? name : `${name} at ${place}`;
}

/** Nothing that is tried again mends these, as long as the code is the same. */
export function isProgrammingError(error: unknown): boolean {
  return [TypeError, ReferenceError, SyntaxError, RangeError].some((one) => error instanceof one);
}

function classOf(error: unknown): string {
  if (!(error instanceof Error)) return `a ${error === null ? 'null' : typeof error} instead of an error`;
  return /^\w{1,60}$/.test(error.constructor.name) ? error.constructor.name : 'Error';
}

function placeIn({ stack = '', message }: Error, folder: string): string | undefined {
  // The message stands in front of the frames, and can look like one.
  const frames = message === '' ? stack : stack.split(message).slice(1).join('');
  for (const [, place = '', line] of frames.matchAll(frame)) {
    const file = place.startsWith('file:') ? fileURLToPath(place) : place;
    if (!isAbsolute(file) || /[\\/]node_modules[\\/]/.test(file)) continue;
    if (file.startsWith(own)) return undefined;
    const near = relative(folder, file);
    return `${near.startsWith('..') ? file : near}:${line}`;
  }
  return undefined;
}

/** `at plan (file:///app/plan.js:3:9)`, `at async /app/plan.js:3:9`; frames inside Node have no path. */
const frame = /^ +at (?:async )?(?:.*? \()?((?:file:\/\/|\/|[A-Za-z]:\\).*):(\d+):\d+\)?$/gm;

/** Frames of this program stand below the plan that it called. */
const own = import.meta.dirname;
