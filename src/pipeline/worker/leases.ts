// Keeps the leases of what is under way, and tells whoever has lost one.
import type { Sessions } from '../../store/sessions.ts';
import type { EventClaim } from '../../store/work/event-claim.ts';
import { extendLeases } from '../../store/work/extend-leases.ts';

export interface Leases {
  /** The signal is aborted when the lease is lost, or `limitMs` have passed: then it is not extended any more. */
  take(claim: EventClaim): { readonly signal: AbortSignal; readonly release: () => void };
  stop(): void;
}

interface Held {
  readonly claim: EventClaim;
  readonly lost: AbortController;
}

export function keepLeases(sessions: Sessions, { leaseMs, limitMs }: { leaseMs: number; limitMs: number }): Leases {
  const held = new Set<Held>();
  let isBeating = false;

  async function beat(): Promise<void> {
    if (isBeating || held.size === 0) return;
    isBeating = true;
    try {
      const asked = [...held];
      const claims = asked.map(({ claim }) => claim);
      const ours = await sessions.use((database) => extendLeases(database, claims, leaseMs));
      const still = new Set(ours.map(idOf));
      for (const { claim, lost } of asked) if (!still.has(idOf(claim))) lost.abort(new Error('lease lost'));
    } catch {
      // The database is gone for now: the leases run on, and whoever commits is fenced by the attempt.
    } finally {
      isBeating = false;
    }
  }

  // Two beats may fail before a lease is over.
  const timer = setInterval(() => void beat(), leaseMs / 3);
  timer.unref();
  return {
    take(claim) {
      const lost = new AbortController();
      const own = { claim, lost };
      const release = () => {
        clearTimeout(limit);
        held.delete(own);
      };
      const limit = setTimeout(() => {
        release();
        lost.abort(new Error('too slow'));
      }, limitMs);
      held.add(own);
      return { signal: lost.signal, release };
    },
    stop: () => clearInterval(timer),
  };
}

function idOf({ provider, workspaceId, eventId, attempt }: EventClaim): string {
  return JSON.stringify([provider, workspaceId, eventId, attempt]);
}
