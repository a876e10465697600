// From the queues that a configuration names to queues that can be asked; what is wrong with one, with its line.
import {
  closeEach,
  type Entries,
  knownAdapter,
  type OfOneKind,
  openEach,
  opening,
  problemsInEntries,
  settingsFor,
} from './config/adapters.ts';
import type { Config } from './config/load.ts';
import type { Problem } from './config/problems.ts';
import type { Parsed } from './config/syntax.ts';
import type { DedupeError } from './errors.ts';
import type { Queue, QueueAdapter, QueueWorld } from './model/queue.ts';
import { queues as adapters } from './queues/index.ts';

const kind: OfOneKind<QueueAdapter> = {
  key: 'queues',
  one: 'queue',
  adapters,
  forAll: [],
  hint: `Known types: ${adapters.map(({ id }) => id).join(', ')}.`,
};

export function openQueues(
  { queues }: Pick<Config, 'queues'>,
  world: Omit<QueueWorld, 'name'>,
): Map<string, Queue | DedupeError> {
  const entries = (queues.value ?? {}) as Readonly<Record<string, Entries>>;
  return openEach(
    Object.entries(entries).map(([name, given]) => ({
      name,
      open() {
        const adapter = knownAdapter(kind, name, given);
        return opening(kind, name, () => adapter.open(settingsFor(kind, adapter, name, given), { ...world, name }));
      },
    })),
  );
}

export const closeQueues: (opened: ReadonlyMap<string, Queue | DedupeError>) => Promise<void> = closeEach;

export function problemsInQueues(parsed: Parsed): Problem[] {
  return problemsInEntries(kind, parsed);
}
