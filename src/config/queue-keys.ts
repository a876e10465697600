// The key that names queues as sources of evidence.
import * as z from 'zod/mini';
import type { Key } from './keys.ts';

type Entries = Readonly<Record<string, object>>;

/** Settings of queues as they stand in the file; each connector checks its own. */
const queues: Key<Entries, Entries | undefined> = {
  summary: 'queues that are read as evidence, by a name of your own; dedupe explain source-TYPE tells the settings',
  flag: undefined,
  env: undefined,
  allowed: 'for each name the type and its settings',
  schema: () => z.record(z.string(), z.looseObject({})) as unknown as z.ZodMiniType<Entries>,
  fallback: undefined,
  settle: (entries) => entries,
  show: (entries) => Object.keys(entries).join(', '),
};

export const queueKeys = { queues };
