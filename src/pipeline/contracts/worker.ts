// How one claim of one event ended. Every claim grows attempt_count; a claim that is no longer the newest cannot commit.
import type { Instant } from '../../model/instant.ts';

interface Claimed {
  readonly eventId: string;
  readonly workspaceId: string;
  readonly attempt: number;
}

export type WorkerStep = Claimed &
  (
    | { readonly ended: 'processed'; readonly resultId: string }
    | { readonly ended: 'retry'; readonly errorCode: string; readonly availableAt: Instant }
    | { readonly ended: 'dead'; readonly errorCode: string; readonly reason: string }
    /** The call may have had its effect: nothing is repeated until a proof says which. */
    | { readonly ended: 'unknown'; readonly reason: string }
    /** Another claim is newer: whatever this one did was not committed. */
    | { readonly ended: 'superseded' }
  );
