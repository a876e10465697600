// The list of lint rules: what can be said from a subscription file alone, before anything has run.
import type { Rule } from '../model/rule.ts';
import type { SubscriptionFile } from '../model/subscription-file.ts';

// biome-ignore lint/suspicious/noExplicitAny: each rule has its own arguments; only the rule itself reads them.
export const lintRules: readonly Rule<SubscriptionFile, any>[] = [];
