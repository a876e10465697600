// The keys for lint and audit: severities, which manifest is installed where, what remembers an event and for how long.
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Horizons, ManifestUse } from '../model/lint-input.ts';
import { severities } from '../model/rule.ts';
import type { Key } from './keys.ts';

const defineKey = <Raw, Value>(key: Key<Raw, Value>): Key<Raw, Value> => key;
const forFiles = { flag: undefined, env: undefined } as const;
const span = () => z.string().check(z.regex(/^\d+(\.\d+)?(s|m|h|d)$/));
const severity = () => z.enum(['off', ...severities]);
const manifestUse = () =>
  z.strictObject({
    workspaces: z.optional(z.array(z.string())),
    environment: z.optional(z.enum(['production', 'test'])),
  });
const store = () => z.strictObject({ ttl: z.optional(span()), guards: z.optional(z.enum(['slack', 'queue', 'both'])) });
const horizons = () =>
  z.strictObject({
    slack_delayed_events: z.optional(z.boolean()),
    queue_redelivery: z.optional(span()),
    redrive: z.optional(span()),
    operator_replay: z.optional(span()),
  });

type Severities = Readonly<Record<string, z.output<ReturnType<typeof severity>>>>;
type RawUses = Readonly<Record<string, z.output<ReturnType<typeof manifestUse>>>>;
type RawStores = Readonly<Record<string, z.output<ReturnType<typeof store>>>>;
type RawHorizons = z.output<ReturnType<typeof horizons>>;

/** By name; undefined `ttlMs`: it keeps everything. */
export type StoresByName = Readonly<
  Record<string, { readonly ttlMs: number | undefined; readonly guards: 'slack' | 'queue' | 'both' }>
>;

const spans = 'a span such as 30m, 24h, 7d';

export const fileCheckKeys = {
  rules: defineKey<Severities, Severities>({
    ...forFiles,
    summary: 'severity of a rule of lint or audit, by its id: off, note, warning, error',
    allowed: `for each rule's id one of off, ${severities.join(', ')}`,
    schema: () => z.record(z.string(), severity()) as unknown as z.ZodMiniType<Severities>,
    fallback: {},
    settle: (raw) => raw,
    show: (rules) =>
      Object.entries(rules)
        .map(([id, level]) => `${id}: ${level}`)
        .join(', '),
  }),
  baseline: defineKey<string, string | undefined>({
    ...forFiles,
    summary: 'file of accepted findings, for lint and audit where --baseline names none',
    allowed: 'a path',
    schema: () => z.string().check(z.minLength(1)),
    fallback: undefined,
    settle: (raw, { folder, cwd }) => (folder === cwd ? raw : resolve(folder, raw)),
  }),
  code: defineKey<string | string[], readonly string[]>({
    ...forFiles,
    summary: 'folders and files with source code, for doctor where --code names none',
    allowed: 'a path, or a list of paths',
    schema: () => z.union([z.string().check(z.minLength(1)), z.array(z.string().check(z.minLength(1)))]),
    fallback: [],
    settle: (raw, { folder, cwd }) => [raw].flat().map((path) => (folder === cwd ? path : resolve(folder, path))),
  }),
  manifests: defineKey<RawUses, Readonly<Record<string, ManifestUse>>>({
    ...forFiles,
    summary: 'for each manifest, by its path: the workspaces in which it is installed, and its environment',
    allowed: 'for each path workspaces (a list of ids) and environment (production or test)',
    schema: () => z.record(z.string(), manifestUse()) as unknown as z.ZodMiniType<RawUses>,
    fallback: {},
    settle: (raw, { folder }) =>
      Object.fromEntries(
        Object.entries(raw).map(([file, { workspaces = [], environment }]) => [
          resolve(folder, file),
          { workspaces, environment },
        ]),
      ),
    show: (uses) => Object.keys(uses).join(', '),
  }),
  production_workspaces: defineKey<string[], readonly string[]>({
    ...forFiles,
    summary: 'ids of the workspaces in which real people work',
    allowed: 'a list of texts such as T0123456789',
    schema: () => z.array(z.string()),
    fallback: [],
    settle: (raw) => raw,
    show: (ids) => ids.join(', '),
  }),
  dedupe_stores: defineKey<RawStores, StoresByName>({
    ...forFiles,
    summary: 'what remembers handled events: for each its ttl (none: for ever) and what it guards (slack, queue, both)',
    allowed: `for each name ttl (${spans}) and guards (slack, queue or both)`,
    schema: () => z.record(z.string(), store()) as unknown as z.ZodMiniType<RawStores>,
    fallback: {},
    settle: (raw) =>
      Object.fromEntries(
        Object.entries(raw).map(([name, { ttl, guards = 'slack' }]) => [name, { ttlMs: spanMs(ttl), guards }]),
      ),
    show: (stores) => Object.keys(stores).join(', '),
  }),
  replay_horizons: defineKey<RawHorizons, Horizons | undefined>({
    ...forFiles,
    summary: 'how late a copy can still come: slack_delayed_events, queue_redelivery, redrive, operator_replay',
    allowed: `slack_delayed_events (true or false); queue_redelivery, redrive, operator_replay (${spans})`,
    schema: () => horizons() as unknown as z.ZodMiniType<RawHorizons>,
    fallback: undefined,
    settle: (raw) => ({
      slackDelayedEvents: raw.slack_delayed_events ?? false,
      queueRedeliveryMs: spanMs(raw.queue_redelivery),
      redriveMs: spanMs(raw.redrive),
      operatorReplayMs: spanMs(raw.operator_replay),
    }),
    show: (all) =>
      Object.entries(all)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
  }),
} as const;

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function spanMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count = '0', unit = 's'] = /^([\d.]+)([smhd])$/.exec(text) ?? [];
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}
