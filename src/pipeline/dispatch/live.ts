// Somebody waits for what the application says: a command, a submitted view, a click that opens a dialog.
import type { EventKey, InboundEvent } from '../../model/provider.ts';
import type { Created } from '../../model/target.ts';
import type { IngressAnswer } from '../contracts/ingress.ts';

/** How the receiver hands on what cannot wait for a worker; the event is durable before it does. */
export interface LiveDispatch {
  /** For so long the event is left to this process; afterwards any worker takes it. */
  readonly holdMs: number;
  wants(event: InboundEvent): boolean;
  /** Undefined: nothing to say but that it is registered. */
  answer(key: EventKey, sourceEventKey: string, deadlineMs: number): Promise<IngressAnswer | undefined>;
}

/** Whoever waits for the answer to one effect, by its key; the application's side takes it out and tells it. */
export interface Waiters<Waiter> {
  add(workspaceId: string, sourceEventKey: string, waiter: Waiter): () => void;
  take(workspaceId: string, sourceEventKey: string): Waiter | undefined;
  has(workspaceId: string, sourceEventKey: string): boolean;
}

export function createWaiters<Waiter>(): Waiters<Waiter> {
  const waiting = new Map<string, Waiter>();
  const idOf = (workspaceId: string, key: string) => JSON.stringify([workspaceId, key]);
  return {
    add(workspaceId, sourceEventKey, waiter) {
      const id = idOf(workspaceId, sourceEventKey);
      waiting.set(id, waiter);
      return () => {
        if (waiting.get(id) === waiter) waiting.delete(id);
      };
    },
    take(workspaceId, sourceEventKey) {
      const id = idOf(workspaceId, sourceEventKey);
      const waiter = waiting.get(id);
      waiting.delete(id);
      return waiter;
    },
    has: (workspaceId, sourceEventKey) => waiting.has(idOf(workspaceId, sourceEventKey)),
  };
}

/** A person who is told that it failed does it again: what was refused while somebody waited is not taken up later by itself. */
export function onlyNow(created: Created): Created {
  return created.outcome === 'refused' ? { ...created, temporary: false } : created;
}

/** What a person did and waits for. Events of the Events API are told about, and nobody looks at the answer. */
export function isInteractive({ fields }: InboundEvent): boolean {
  return (
    fields.trigger_id !== undefined ||
    /^(view_|block_|message_action|shortcut|slash_|dialog_)/.test(fields.event_type ?? '')
  );
}
