// Has the live database what makes a repeat harmless?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly problem: string;
  readonly repair: string;
}

export const schemaDiffers = defineRule<AuditInput, Args>({
  id: 'schema-differs',
  title: 'The database lacks what makes a repeat harmless',
  severity: 'error',
  problem:
    'One effect for one event is kept by unique indexes, not by a look beforehand. Where one is missing, not unique or invalid, two workers that come together both insert.',
  fix: ['Run dedupe migrate --check, read the statements that it prints, and apply them.'],
  check({ schema }) {
    return schema.map(({ problem, repair, location }) => found(this.id, location, { problem, repair }));
  },
  say: ({ problem, repair }) => `The live schema: ${problem}.${repair === '' ? '' : ` Repair: ${repair}`}`,
});
