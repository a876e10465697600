// The rules over a subscription file.
import type { Rule } from '../model/rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: each rule has its own input and arguments; `check` and `say` agree on them.
export const lintRules: readonly Rule<any, any>[] = [];
