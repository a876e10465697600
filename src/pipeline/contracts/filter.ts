// Which events become work: decided from identity alone, before the insert, and written down with its version.
import type { InboundEvent } from '../../model/provider.ts';

export type FilterDecision =
  | {
      readonly decision: 'accept';
      /**
       * From the event, or from the subject where several events stand for one action. An event that has several effects
       * has `#action` behind it for each, which the worker adds.
       */
      readonly sourceEventKey: string;
      /**
       * The workspace under which the event and its effects stand, where that is not the one of the envelope: copies of one
       * message in a channel that workspaces share differ in that.
       */
      readonly workspaceId?: string;
    }
  /** Ours, and wanted by nobody: recorded, answered, no work. */
  | { readonly decision: 'ignore'; readonly reason: string }
  /** Not ours (a foreign app id, an unsigned request): counted, never inserted. */
  | { readonly decision: 'refuse'; readonly reason: string };

export interface Filter {
  /** Stands on every row that it decided, so that a change of mind can be told from a fault. */
  readonly version: string;
  /** Pure: the same event gives the same decision in every process of one version. */
  decide(event: InboundEvent): FilterDecision;
}
