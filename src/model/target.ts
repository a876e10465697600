// A system in which effects land: what it can prove, and the four verbs that every adapter has.
import type * as z from 'zod/mini';
import type { Instant } from './instant.ts';
import type { Operation } from './operation.ts';

export interface TargetAbilities {
  /** The header or field that makes a repeated create harmless; undefined when the target has none. */
  readonly idempotencyKey:
    | { readonly name: string; readonly scope: string; readonly lifetimeMs: number | undefined }
    | undefined;
  /** A field in which the target itself refuses a second value. */
  readonly uniqueField: string | undefined;
  /** Whether it does is a matter of how the system was set up: a probe tells. */
  readonly uniqueBySetup?: true;
  /** Which store answers a look-up by key. Only `primary` can prove absence without a wait. */
  readonly findBy: 'primary' | 'index' | 'none';
  /** How far an index may lag behind, at most, in milliseconds; undefined is not known, never zero. */
  readonly indexLagMs: number | undefined;
  readonly listsByTime: boolean;
  readonly namesCreator: boolean;
  /** What an empty answer says nothing about, such as objects that were deleted; undefined: nothing that is known of. */
  readonly leavesOut: string | undefined;
  /** A create that was accepted is visible at the latest after this; the end of the "not yet" verdict. */
  readonly createMaximumMs: number;
}

export interface TargetRecord {
  readonly id: string;
  readonly url: string | undefined;
  readonly createdAt: Instant | undefined;
  readonly createdBy: string | undefined;
  /** The exact key as the target holds it, checked on this side. */
  readonly key: string;
  readonly state: 'open' | 'closed' | 'deleted' | 'unknown';
}

/** An empty answer and an answer that cannot be believed are different values. */
export type Found =
  | {
      readonly answer: 'found';
      readonly records: readonly [TargetRecord, ...TargetRecord[]];
      /** What was asked, for a person who wants to ask again. */
      readonly asked?: string;
    }
  | { readonly answer: 'none'; readonly store: 'primary' | 'index'; readonly control: string; readonly asked: string }
  | { readonly answer: 'cannot-see'; readonly reason: string; readonly asked: string };

export type Created =
  | {
      readonly outcome: 'done';
      readonly id: string;
      readonly url: string | undefined;
      readonly existed: boolean;
      /** It was made, and the answer shows it without its key: by that it will not be found. */
      readonly keyless?: true;
    }
  | {
      readonly outcome: 'refused';
      readonly reason: string;
      readonly temporary: boolean;
      readonly retryAfterMs?: number;
    }
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface Probe {
  readonly visible: boolean;
  /** What was asked and what answered, so that a person can repeat it. */
  readonly evidence: string;
  /** A second value of `uniqueField` is refused, or is not, as the system itself shows. Undefined: it was not asked for that alone. */
  readonly isUnique?: boolean;
}

/** Whether a second object under one key was shown to be refused. Undefined: nothing showed it, either way. */
export function repeatRefused(
  { uniqueField }: Pick<TargetAbilities, 'uniqueField'>,
  { visible, isUnique }: Probe,
): boolean | undefined {
  if (uniqueField === undefined) return undefined;
  return isUnique ?? (visible || undefined);
}

/** When the object was made, if it was: what was made then and shows no key may be the one. */
export interface MadeBetween {
  readonly from: Instant;
  readonly to: Instant;
}

export interface Target {
  /** The name under which the configuration lists it; stands in `target` of operations, calls and records. */
  readonly id: string;
  readonly title: string;
  /** Which system and which part of it, without secrets: a plan that was made for one is refused by another. */
  readonly identity?: string;
  readonly abilities: TargetAbilities;
  /** Throws DEDUPE_TARGET_UNREACHABLE when nobody answered: that is neither "none" nor "cannot see". */
  find(key: string, signal: AbortSignal, made?: MadeBetween): Promise<Found>;
  /** Everything that was made in the span, checked here for the marker. */
  findWindow(from: Instant, to: Instant, marker: string, signal: AbortSignal): Promise<Found>;
  /** `request` is the frozen body; it goes out byte for byte. Never throws for what the network does: that is `unknown`. */
  create(operation: Operation, request: Uint8Array, signal: AbortSignal): Promise<Created>;
  /** `find` for many keys in few requests, where the system offers that. Every key has its answer. */
  findAll?(keys: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Found>>;
  probe(signal: AbortSignal): Promise<Probe>;
  close?(): Promise<void>;
}

/** What an adapter needs of the world beside its settings. */
export interface TargetWorld {
  /** Under which the configuration lists the target. */
  readonly name: string;
  /** Credentials, and the proxy as other programs read it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths in the settings are seen from here. */
  readonly folder: string;
}

/** One kind of target as the list of targets holds it: what can be said before it is opened, and how it is opened. */
export interface TargetAdapter<Settings = unknown> {
  /** Equal to the file's name; `type` in the configuration. */
  readonly id: string;
  readonly title: string;
  /** What it can with ordinary settings. */
  readonly abilities: TargetAbilities;
  readonly settings: z.ZodMiniType<Settings>;
  /** Opens nothing yet: the first verb connects. Throws DEDUPE_TARGET_CREDENTIALS when the environment lacks one. */
  open(settings: Settings, world: TargetWorld): Target;
}
