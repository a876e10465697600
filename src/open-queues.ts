// From the queues that a configuration names to queues that can be asked; what is wrong with one, with its line.
import { adapterProblems, knownTypes } from './config/adapter-problems.ts';
import type { Config } from './config/load.ts';
import { inFile, type Problem } from './config/problems.ts';
import type { Parsed } from './config/syntax.ts';
import { DedupeError } from './errors.ts';
import type { Queue, QueueAdapter, QueueWorld } from './model/queue.ts';
import { queues as adapters } from './queues/index.ts';

type Entries = Readonly<Record<string, unknown>>;

/** All of them, each open or with the reason why not. */
export function openQueues(
  { queues }: Pick<Config, 'queues'>,
  world: Omit<QueueWorld, 'name'>,
): Map<string, Queue | DedupeError> {
  return new Map(
    Object.entries(queues.value ?? {}).map(([name, given]): [string, Queue | DedupeError] => {
      try {
        return [name, openOne(name, given as Entries, world)];
      } catch (error) {
        if (error instanceof DedupeError) return [name, error];
        throw error;
      }
    }),
  );
}

export async function closeQueues(opened: ReadonlyMap<string, Queue | DedupeError>): Promise<void> {
  await Promise.all([...opened.values()].map((one) => (one instanceof DedupeError ? undefined : one.close())));
}

/** Checked already when the configuration was loaded; code in place of a file is checked here. */
function openOne(name: string, given: Entries, world: Omit<QueueWorld, 'name'>): Queue {
  const adapter = adapterOf(name, given);
  if (adapter === undefined) throw invalid(`queues.${name}`, 'has a type that is not known');
  const checked = adapter.settings.safeParse(given);
  if (!checked.success) throw invalid(`queues.${name}`, `is not usable: ${checked.error.issues[0]?.path.join('.')}`);
  return adapter.open(checked.data, { ...world, name });
}

function adapterOf(name: string, { type }: Entries): QueueAdapter | undefined {
  return adapters.find(({ id }) => id === (type ?? name));
}

/** Everything that is wrong in the file, with the line of each. */
export function problemsInQueues({ values, where }: Parsed): Problem[] {
  const { queues } = values as { queues: Readonly<Record<string, unknown>> };
  if (typeof queues !== 'object' || queues === null) return [];
  const ids = adapters.map(({ id }) => id);
  return Object.entries(queues).flatMap(([name, given]) => {
    if (typeof given !== 'object' || given === null) return [];
    const at = ['queues', name];
    if (!/^[a-z][\w.-]*$/i.test(name)) return [inFile(where(at), `"${name}" is no name of a queue`)];
    const adapter = adapterOf(name, given as Entries);
    if (adapter === undefined) {
      const sentence = `queues.${name} has no type that is known`;
      return [inFile(where([...at, 'type']), sentence, knownTypes(name, given as Entries, ids))];
    }
    const checked = adapter.settings.safeParse(given);
    const place = (path: readonly PropertyKey[], key?: string) => where([...at, ...path], key);
    return (checked.error?.issues ?? []).flatMap((issue) =>
      adapterProblems(issue, given, { place, prefix: `queues.${name}.`, adapter, forAll: [] }),
    );
  });
}

function invalid(subject: string, what: string): DedupeError {
  return new DedupeError('DEDUPE_CONFIG_INVALID', `${subject} ${what}`, {
    hint: `Known types: ${adapters.map(({ id }) => id).join(', ')}.`,
  });
}
