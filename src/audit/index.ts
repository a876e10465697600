// The list of audit rules: what can be said from source code, and from what was seen running beside it.
import type { AuditInput } from '../model/audit-input.ts';
import type { Rule } from '../model/rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: each rule has its own arguments; only the rule itself reads them.
export const auditRules: readonly Rule<AuditInput, any>[] = [];
