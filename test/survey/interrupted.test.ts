// Is what was found told when the interruption comes while it is being explained?
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import type { Source } from '../../src/model/source.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { root } from '../architecture/tree.ts';
import { scanned } from './scanned.ts';

const log = join(root, 'fixtures/incidents/slow-work-before-answer/app.log');

/** A log whose first look is cut off by the interruption, and each later one too where `forEver`. */
async function interrupted(forEver: boolean) {
  const stop = new AbortController();
  const own = logSource(await findLogFiles([log], root));
  const source: Source = {
    ...own,
    async sweep(...given) {
      const sweep = await own.sweep?.(...given);
      if (sweep === undefined) throw new Error('a log can be swept');
      const look: typeof sweep.look = async (numbers, signal) => {
        const isFirst = !stop.signal.aborted;
        stop.abort();
        if (isFirst || forEver) throw new DOMException('interrupted', 'AbortError');
        return sweep.look(numbers, signal);
      };
      return { ...sweep, look };
    },
  };
  const grace = () => (forEver ? AbortSignal.abort() : new AbortController().signal);
  return scanned([source], { signal: stop.signal, grace });
}

it('looks once more at what the interruption cut off', async () => {
  const { document, isInterrupted } = await interrupted(false);
  expect(isInterrupted).toBe(true);
  expect(document.partial).toBe('interrupted; 1 of 1 stories found so far were explained');
  expect(document.duplicates.events).toBe(1);
});

it('says what was left when that does not end in time', async () => {
  const { document } = await interrupted(true);
  expect(document.partial).toBe('interrupted; 0 of 1 stories found so far were explained');
  expect(document.duplicates.events).toBe(0);
});
