// Are there keys with more than one effect already?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly table: string;
  readonly keys: number;
  readonly example: string;
}

export const severalEffectsOfOneKey = defineRule<AuditInput, Args>({
  id: 'several-effects-of-one-key',
  title: 'One key has several effects in the database',
  severity: 'error',
  problem:
    'The unique index that allows one effect for one key is missing, not unique or invalid, and rows that it would refuse are there already: each is a task or an operation that was made twice. The index cannot be made before they are settled.',
  fix: [
    'Look at each key with dedupe trace, keep one row and take the other effect back where it was made.',
    'Then make the index: dedupe migrate --check prints the statement.',
  ],
  check({ repeated }) {
    return repeated.map(({ table, keys, example, location }) => found(this.id, location, { table, keys, example }));
  },
  say: ({ table, keys, example }) =>
    `dedupe.${table} has ${keys} key${keys === 1 ? '' : 's'} with more than one row, among them ${example}.`,
});
