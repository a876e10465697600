// The rules over a program: its source and its runtime facts.
import type { Rule } from '../model/rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: each rule has its own input and arguments; `check` and `say` agree on them.
export const auditRules: readonly Rule<any, any>[] = [];
