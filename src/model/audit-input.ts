// What audit looks at: the places in source code that matter, what is declared, and what was seen running.
import type { Fact } from './fact.ts';
import type { Location } from './rule.ts';
import type { Gap } from './source.ts';
import type { SubscriptionFile } from './subscription-file.ts';

export type Language = 'javascript' | 'typescript' | 'python';

/** The part that a place in the code plays on the way from a delivery to a record. */
export type SiteRole = 'registration' | 'listener' | 'answer' | 'guard' | 'enqueue' | 'call';

export interface CodeSite {
  readonly role: SiteRole;
  readonly language: Language;
  readonly location: Location;
  /** The callee as the source names it: `app.event`, `redis.set`, `jira.issues.createIssue`. */
  readonly callee: string;
  /** What it is about, when it is written out: the event of a listener, the key of a guard. Undefined: it is computed. */
  readonly about: string | undefined;
  /** Position in `sites` of the listener in whose handler this place runs. Undefined: in none, or that could not be seen. */
  readonly listener: number | undefined;
  /** True when it runs only under a condition, or inside a catch. */
  readonly conditional: boolean;
}

export interface AuditInput {
  /** In the order of files and lines. */
  readonly sites: readonly CodeSite[];
  readonly subscriptions: readonly SubscriptionFile[];
  /** What was seen running: processes, connections, listeners. Empty with a gap is not "nothing runs". */
  readonly runtime: readonly Fact[];
  /** Files that were skipped (minified, too large, not parsed) and sources that could not be read. */
  readonly gaps: readonly Gap[];
}
