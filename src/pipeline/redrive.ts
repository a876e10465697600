// Sends dead letters back to work. Dead is proven not executed, so this cannot double anything; attempts go on counting.
import type { DeadLetter } from '../store/dead-letters/dead-letters.ts';
import { redriveEvent } from '../store/dead-letters/redrive-event.ts';
import { redriveOperation } from '../store/operations/redrive-operation.ts';
import type { Sessions } from '../store/sessions.ts';
import { moveOperation } from './worker/settle.ts';

/** False: it changed since it was read, or what a redrive needs is no longer kept. */
export async function redrive(sessions: Sessions, letter: DeadLetter): Promise<boolean> {
  const { source_event_key, workspace_id, provider, event_id, attempt } = letter;
  if (letter.kind === 'event') {
    const claim = { provider, workspaceId: workspace_id, eventId: event_id ?? '', attempt };
    return sessions.use((database) => redriveEvent(database, claim));
  }
  const claim = { sourceEventKey: source_event_key, workspaceId: workspace_id, attempt };
  return (await moveOperation(sessions, letter, (inside) => redriveOperation(inside, claim))) !== undefined;
}
