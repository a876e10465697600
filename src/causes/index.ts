// The list of causes, in the order of the catalogue. A cause is one file here, one line below, and its fixtures.
import type { Cause } from '../model/cause.ts';

// biome-ignore lint/suspicious/noExplicitAny: each cause has its own arguments; only the cause itself reads them.
export const causes: readonly Cause<any>[] = [];
