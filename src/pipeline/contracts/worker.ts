// How one claim ended. Every claim grows the attempt; a claim that is no longer the newest cannot commit.

interface Claimed {
  /** Of an event, or of an operation of the outbox. */
  readonly eventId: string;
  readonly workspaceId: string;
  readonly sourceEventKey: string;
  readonly attempt: number;
}

export type WorkerStep = Claimed &
  (
    | /** With an error code: it is there, and something about it needs a look. */
    { readonly ended: 'processed'; readonly resultId: string | undefined; readonly errorCode?: string }
    /** Its effects stand in the outbox. */
    | { readonly ended: 'planned' }
    | { readonly ended: 'retry'; readonly errorCode: string; readonly delayMs: number }
    | { readonly ended: 'dead'; readonly errorCode: string }
    /** The call may have had its effect: nothing is repeated until a proof says which. */
    | { readonly ended: 'unknown'; readonly errorCode: string }
    /** Another claim is newer: whatever this one did was not committed. */
    | { readonly ended: 'superseded' }
  );
