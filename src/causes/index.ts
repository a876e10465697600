// The causes, in the order in which they are tested.
import type { Cause } from '../model/cause.ts';

// biome-ignore lint/suspicious/noExplicitAny: each cause has its own arguments; `check` and `say` agree on them.
export const causes: readonly Cause<any>[] = [];
