// What a call of dedupe reconcile wants, after its words were checked.
import type { ExitCode } from '../../exit.ts';
import type { Instant } from '../../model/instant.ts';
import type { ReconcileReport } from '../../model/reconcile-document.ts';
import type { Targets } from '../../reconcile/look.ts';
import type { Wishes } from '../../reconcile/round.ts';

export interface Asked {
  readonly key: string | undefined;
  readonly target: string | undefined;
  /** Undefined: what is configured, and can do what is asked. */
  readonly from: 'schema' | 'ledger' | 'logs' | undefined;
  readonly sentAt: Instant | undefined;
  readonly firstSentAt: Instant | undefined;
  readonly planFile: string | undefined;
  /** A file, or true: the plan that this call makes. */
  readonly apply: string | boolean;
  readonly watch: boolean;
  readonly maxAgeMs: number | undefined;
  readonly limit: number;
  readonly wishes: Wishes;
}

export interface Asking extends Asked {
  readonly targets: Targets;
  /** Writes the document and says with which status the call would end. */
  report(document: ReconcileReport, isStream: boolean): Promise<ExitCode>;
}

/** Where the operations come from. */
export interface ReconcileSource {
  run(asking: Asking): Promise<ExitCode>;
}
