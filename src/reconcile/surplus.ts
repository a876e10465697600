// How many objects are there beside the one that stays? A person ends that by closing or deleting them.
import type { Candidate, Judged } from '../model/reconcile.ts';

/** Undefined: this look cannot say. An object that the ledger names and the answer leaves out counts as the one that stays. */
export function surplusOf({ externalId, state }: Candidate, { verdict, records, keep }: Judged): number | undefined {
  if (verdict === 'none-proved') return 0;
  if (verdict !== 'one' && verdict !== 'several') return undefined;
  const open = records.filter((one) => one.state !== 'deleted' && one.state !== 'closed');
  const isNamed = externalId !== undefined && (state === 'confirmed' || state === 'dead');
  const stays = isNamed && !records.some(({ id }) => id === externalId) ? externalId : stayingOf(records, keep);
  return open.filter(({ id }) => id !== stays).length;
}

/** Where the one that stayed was deleted, another one stands for it. */
function stayingOf(records: Judged['records'], keep: Judged['keep']): string | undefined {
  const stands = records.find(({ id }) => id === keep?.id);
  if (stands !== undefined && stands.state !== 'deleted') return stands.id;
  return records.find(({ state }) => state !== 'deleted')?.id;
}
