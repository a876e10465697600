// The keys that say where effects land: targets, and a table of requests of one's own.
import * as z from 'zod/mini';
import { parseParameters } from '../model/select-parameters.ts';
import type { Key } from './keys.ts';
import { Refused } from './refused.ts';

/** Settings of targets as they stand in the file; each adapter checks its own. */
export interface TargetsInFile {
  readonly entries: Readonly<Record<string, object>>;
  readonly folder: string;
}

type Entries = Readonly<Record<string, object>>;
type Select = { readonly select: string };

const targets: Key<Entries, TargetsInFile | undefined> = {
  summary: 'systems in which effects land, by the name that operations and calls use; dedupe targets lists the types',
  flag: undefined,
  env: undefined,
  allowed: 'for each name the type and its settings',
  schema: () => z.record(z.string(), z.looseObject({})) as unknown as z.ZodMiniType<Entries>,
  fallback: undefined,
  settle: (entries, { folder }) => ({ entries, folder }),
  show: ({ entries }) => Object.keys(entries).join(', '),
};

const ledger: Key<Select, Select | undefined> = {
  summary: 'your own table of requests, for reconcile: one read-only SELECT of what is unknown',
  flag: undefined,
  env: undefined,
  allowed:
    'select: a SELECT of source_event_key, target, and if there are, sent_at, lease_until, workspace_id, idempotency_key',
  schema: () => z.strictObject({ select: z.string().check(z.minLength(1)) }),
  fallback: undefined,
  settle({ select }) {
    const parsed = parseParameters(select, []);
    return 'why' in parsed ? new Refused(`is not usable: select ${parsed.why}`) : { select: parsed.text };
  },
  show: ({ select }) => select,
};

export const targetKeys = { targets, ledger };
