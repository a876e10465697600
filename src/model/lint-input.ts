// What lint looks at: every file that was named, what the configuration adds, and what the code does with the events.
import type { Location } from './rule.ts';
import type { SubscriptionFile } from './subscription-file.ts';

/** What only people know of a manifest. */
export interface ManifestUse {
  readonly workspaces: readonly string[];
  readonly environment: 'production' | 'test' | undefined;
}

/** A place that remembers what was handled already, as the configuration declares it. */
export interface DedupeStore {
  readonly name: string;
  readonly location: Location;
  /** Undefined: it keeps everything. */
  readonly ttlMs: number | undefined;
  readonly guards: 'slack' | 'queue' | 'both';
}

/** How long after the first delivery a copy can still come, beside the sender's own retries. */
export interface Horizons {
  /** The switch "Delayed Events" of the Slack app: hourly tries for a day. */
  readonly slackDelayedEvents: boolean;
  readonly queueRedeliveryMs: number | undefined;
  readonly redriveMs: number | undefined;
  readonly operatorReplayMs: number | undefined;
}

/** What the handlers in the code do, as far as they could be read. */
export interface HandlerFacts {
  readonly mention: Location | undefined;
  readonly message: Location | undefined;
  /** A mention and its message both reach an effect, and nothing that was seen tells them apart. */
  readonly bothAct: boolean;
  /** They may, and it could not be seen: a pattern that a mention can fit, a handler that could not be followed. */
  readonly mayBothAct: boolean;
  /** Some message handler looks at the subtype. */
  readonly looksAtSubtype: boolean;
  /** Some message handler looks at who wrote the message. */
  readonly looksAtSender: boolean;
  /** Something compares the app or the team that a delivery is for. */
  readonly looksAtApp: boolean;
}

export interface LintInput {
  readonly files: readonly SubscriptionFile[];
  /** The manifest of one of the apps as Slack has it; undefined: Slack was not asked. */
  readonly live?: SubscriptionFile | undefined;
  /** By the name of the file as it was given. */
  readonly uses: Readonly<Record<string, ManifestUse>>;
  readonly productionWorkspaces: readonly string[];
  readonly stores: readonly DedupeStore[];
  readonly horizons: Horizons;
  /** Undefined: no code was named. */
  readonly code: HandlerFacts | undefined;
}
