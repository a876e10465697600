// Makes arrivals durable, many in one commit, and says of each whether it was the first of its event.
import type { Arrival } from '../../store/intake/arrival.ts';
import { readReceipts } from '../../store/intake/read-receipts.ts';
import { registerArrivals } from '../../store/intake/register-arrivals.ts';
import type { Sessions } from '../../store/sessions.ts';

export type Registered =
  | { readonly disposition: 'filtered' }
  | {
      readonly disposition: 'accepted' | 'duplicate';
      readonly sourceEventKey: string;
      readonly resultId: string | undefined;
    };

/** One transaction for all of them; afterwards, for those that were there already, what stands there. */
export async function registerAll(sessions: Sessions, arrivals: readonly Arrival[]): Promise<Registered[]> {
  const written = await sessions.use((database) => registerArrivals(database, arrivals));
  const repeats = arrivals
    .filter((one) => one.event && written.get(one.delivery_id)?.disposition !== 'accepted')
    .map((one) => written.get(one.delivery_id) ?? one);
  const receipts = repeats.length === 0 ? [] : await receiptsOf(sessions, repeats);
  const stored = new Map(receipts.map((receipt) => [receipt.delivery_id, receipt]));
  return arrivals.map((arrival) => {
    if (arrival.event === undefined) return { disposition: 'filtered' };
    const receipt = stored.get(arrival.delivery_id);
    const first = (written.get(arrival.delivery_id) ?? receipt)?.disposition === 'accepted';
    return {
      disposition: first ? 'accepted' : 'duplicate',
      // The key of the row counts: an older filter may have made another one of the same event.
      sourceEventKey: receipt?.source_event_key ?? arrival.event.source_event_key,
      resultId: receipt?.result_id ?? undefined,
    };
  });
}

/** The commit is done: that it cannot be read back is no reason to say that durability is not known. */
async function receiptsOf(sessions: Sessions, repeats: Parameters<typeof readReceipts>[1]) {
  try {
    return await sessions.use((database) => readReceipts(database, repeats));
  } catch {
    return [];
  }
}
