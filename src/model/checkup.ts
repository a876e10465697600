// What a look at everything that is configured has shown, and the contract of the twelve steps that are judged by it.
import type { DrillRecord } from './drill-document.ts';
import type { Figure } from './figures.ts';
import type { Instant } from './instant.ts';
import type { CheckedLog } from './logs-document.ts';
import type { TraceDocument } from './trace-document.ts';

/** "Could not look" and "nothing there" are different values; `configure` says what would open it. */
export type Sight<T> =
  | { readonly state: 'seen'; readonly value: T }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'not-configured'; readonly configure: string };

/** `document` undefined: every source was read whole and none knows the reference. */
export interface TraceSight {
  readonly ref: string;
  readonly document: TraceDocument | undefined;
  /** Why there is none. */
  readonly reason: string;
}

export interface SchemaSight {
  readonly version: number;
  readonly differences: readonly { readonly problem: string; readonly repair: string }[];
  /** What the newest rows show of who writes it. All false: nobody does. */
  readonly holds: {
    readonly events: boolean;
    readonly deliveries: boolean;
    readonly answers: boolean;
    readonly attempts: boolean;
    readonly effects: boolean;
  };
  readonly consumers: readonly {
    readonly instanceId: string;
    readonly role: string;
    readonly deploymentVersion: string | undefined;
    readonly filterVersion: string | undefined;
  }[];
}

export interface TablesSight {
  /** Of the configuration. `columns` undefined: no row was seen, so nothing shows which it gives. */
  readonly selects: readonly {
    readonly name: string;
    readonly kind: string;
    readonly fault: string | undefined;
    readonly columns: readonly string[] | undefined;
  }[];
  /** Tables by what they look like, with the column that names the event or the effect. */
  readonly keyed: readonly KeyedTable[];
  /** Those of which the catalogs cannot tell whether something is unique. */
  readonly keyless: readonly KeylessTable[];
}

export interface KeylessTable extends Pick<KeyedTable, 'name' | 'role'> {
  readonly why: string;
}

export interface KeyedTable {
  readonly name: string;
  readonly role: 'events' | 'jobs' | 'records';
  /** Of the unique index, or of the one that is missing: the name of the event or the effect, and whose it is. */
  readonly columns: readonly string[];
  /** `partly`: a unique index over some of the rows. */
  readonly unique: 'yes' | 'partly' | 'no';
  /** The statement that makes the index. */
  readonly repair: string;
}

export interface QueueSight {
  readonly name: string;
  readonly place: string;
  /** Undefined: it was read, and visibility says what its silence is worth. */
  readonly fault: string | undefined;
  readonly visibility: 'proved' | 'unknown';
}

export interface TargetSight {
  readonly name: string;
  readonly fault: string | undefined;
  /** What makes a repeated create harmless, in words; undefined: nothing does. */
  readonly repeat: string | undefined;
}

export interface SlackSight {
  /** One for each token that was let in, under the name of its variable. */
  readonly installations: readonly {
    readonly token: string;
    readonly app: string | undefined;
    readonly workspace: string;
  }[];
  readonly faults: readonly string[];
  /** Of the event that was asked about: the workspaces whose installations see it. Undefined: nobody told. */
  readonly authorized: readonly string[] | undefined;
}

export interface CodeSight {
  readonly files: number;
  /** Listeners of a framework, and HTTP handlers without one. */
  readonly handlers: number;
  /** Places that receive from Slack: app objects and HTTP handlers. */
  readonly receivers: number;
  readonly manifests: number;
  /** Creates elsewhere that a handler was seen to reach. */
  readonly creates: number;
  readonly findings: readonly { readonly rule: string; readonly place: string; readonly sentence: string }[];
  /** Files that could not be read: silence about them says nothing. */
  readonly skipped: readonly string[];
}

export interface DrillSight {
  readonly file: string;
  readonly results: DrillRecord['results'];
  /** A result that is older counts no more. */
  readonly staleAfterMs: number;
}

export interface Checkup {
  readonly now: Instant;
  readonly trace: Sight<TraceSight>;
  readonly logs: Sight<readonly CheckedLog[]>;
  readonly schema: Sight<SchemaSight>;
  readonly tables: Sight<TablesSight>;
  readonly queues: Sight<readonly QueueSight[]>;
  readonly targets: Sight<readonly TargetSight[]>;
  readonly slack: Sight<SlackSight>;
  readonly code: Sight<CodeSight>;
  readonly drill: Sight<DrillSight>;
  readonly figures: Sight<readonly Figure[]>;
}

export type StepState = 'holds' | 'does-not-hold' | 'not-seen';

/** What one source says of one aspect. */
export interface Witness {
  readonly state: StepState;
  readonly source: string;
  readonly sentence: string;
  /** What to do about it: a command or a change. */
  readonly todo?: string | undefined;
}

export interface Aspect {
  readonly about: string;
  readonly witnesses: readonly Witness[];
  /** `one`: what one source shows is shown, whatever another lacks. `all`: one that speaks against it outweighs the others. */
  readonly needs: 'one' | 'all';
}

/** One of the twelve. Pure: no finding is never taken for proof where `aspects` does not say so. */
export interface Step {
  /** Equal to the file's name; one id space with the rules. */
  readonly id: string;
  readonly title: string;
  readonly problem: string;
  /** What is looked at. */
  readonly signs: readonly string[];
  readonly fix: readonly string[];
  aspects(checkup: Checkup): readonly Aspect[];
}
