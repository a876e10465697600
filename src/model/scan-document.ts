// Everything that one scan found, as versioned JSON. Other programs read this: it changes only with `version`.
import * as z from 'zod/mini';
import { figureIds } from './figures.ts';
import { certainties } from './rule.ts';

export const scanDocumentVersion = 1;

/** What a group of events has in common. `cause`: a named cause of duplicates, or `open` where none fits. */
export const groupKinds = [
  'cause',
  'lost',
  'split',
  'unknown-operation',
  'past-lease',
  'permanent-error-retried',
  'dead-letter',
  'several-creators',
  'not-a-duplicate',
] as const;
export type GroupKind = (typeof groupKinds)[number];

const isoInstant = z.string();
const nullable = <T extends z.core.SomeType>(schema: T) => z.nullable(schema);

const example = z.object({
  ref: z.string(),
  headline: z.string(),
  certainty: nullable(z.enum(certainties)),
  at: nullable(isoInstant),
  command: z.string(),
});

/** Found per hour before and after a moment; null where no time was covered. */
const rates = z.object({ before: nullable(z.number()), after: nullable(z.number()) });

const percentiles = z.object({ count: z.number(), p50_ms: nullable(z.number()), p95_ms: nullable(z.number()) });

export const scanDocument = z.object({
  version: z.literal(scanDocumentVersion),
  /** Null: everything that was found is in here. Else why not. */
  partial: nullable(z.string()),
  headline: z.string(),
  window: z.object({
    since: nullable(isoInstant),
    until: nullable(isoInstant),
    /** First and last moment of what was read. */
    from: nullable(isoInstant),
    to: nullable(isoInstant),
  }),
  /** Events that were looked through; null where no source could count them. */
  events: nullable(z.number()),
  /** Events of which nothing was made and nothing says that something should have been; null: not known. */
  silent: nullable(z.number()),
  /** No source at hand shows what was created: that nothing was found says nothing. */
  blind: z.boolean(),
  duplicates: z.object({ events: z.number(), surplus_records: z.number() }),
  groups: z.array(
    z.object({
      /** A cause's id, `open`, or the kind itself. */
      id: z.string(),
      kind: z.enum(groupKinds),
      title: z.string(),
      count: z.number(),
      /** Of all events, 0 to 1; null where these could not be counted. */
      share: nullable(z.number()),
      surplus_records: z.number(),
      first_seen: nullable(isoInstant),
      last_seen: nullable(isoInstant),
      per_hour: nullable(z.number()),
      /** Around the deployment that was asked for. */
      around_deploy: nullable(rates),
      ongoing: z.object({ state: z.enum(['firing', 'not-seen', 'unknown']), sentence: z.string() }),
      certainty: z.object({ shown: z.number(), consistent: z.number(), open: z.number() }),
      examples: z.array(example),
    }),
  ),
  /** With `--cause` or `--min-records`: what was found beside it and is not shown. Only what is shown sets the exit code. */
  left_out: z.optional(
    z.object({
      /** The filters as they were given. */
      by: z.array(z.string()),
      /** Events with a duplicate. */
      duplicates: z.number(),
      /** Events with another finding: lost, split, given up, … */
      others: z.number(),
    }),
  ),
  /** Looked at and not decided: why, and how often. */
  undecided: z.object({ count: z.number(), reasons: z.array(z.object({ reason: z.string(), count: z.number() })) }),
  deploy: nullable(z.object({ version: z.string(), at: isoInstant })),
  /** How long answered creates took at their target, for events with and without duplicates: one alone exactly, of several to 2 %. */
  latency: nullable(z.object({ with_duplicates: percentiles, without: percentiles })),
  /** Duplicates per hour before and after the number of live instances changed. */
  instance_changes: z.array(z.object({ at: isoInstant, what: z.string(), live: z.number(), ...rates.shape })),
  gaps: z.array(z.object({ source: z.string(), reason: z.string(), would_settle: z.string() })),
  /** With `--damage`: every record of every effect that was made more than once. Nothing is closed by this program. */
  damage: z.optional(
    z.array(
      z.object({
        ref: z.string(),
        cause: z.string(),
        target: z.string(),
        action: z.string(),
        record: z.string(),
        url: nullable(z.string()),
        event_id: nullable(z.string()),
        source_event_key: nullable(z.string()),
        created_at: nullable(isoInstant),
        do: z.enum(['keep', 'close', 'deleted']),
        why: z.string(),
      }),
    ),
  ),
  /** With `--figures`: what a team should watch. A figure has values or a gap, never both. */
  figures: z.optional(
    z.array(
      z.object({
        id: z.enum(figureIds),
        title: z.string(),
        source: z.string(),
        values: z.array(
          z.object({ name: z.string(), value: z.number(), unit: z.enum(['count', 'share', 'ms', 'per job']) }),
        ),
        gap: nullable(z.string()),
      }),
    ),
  ),
  next: z.array(z.string()),
});

export type ScanDocument = z.output<typeof scanDocument>;
export type ScanGroup = ScanDocument['groups'][number];
