// Does a pattern with memory decide which command fits?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly pattern: string;
}

export const statefulRegex = defineRule<AuditInput, Args>({
  id: 'stateful-regex',
  title: 'A pattern with the flag g fits every second time',
  severity: 'note',
  problem:
    'A regular expression with the flag g or y remembers where it stopped. Bolt tests commands with it, so that the same command fits, then does not, then fits: the person sees an error and does it again.',
  fix: ['Remove the flag.'],
  check({ listeners }) {
    return listeners.flatMap(({ kind, language, wanted }) =>
      language !== 'python' && kind === 'command' && wanted?.is === 'regex' && /[gy]/.test(wanted.flags)
        ? [found(this.id, wanted.at, { pattern: `/${wanted.source}/${wanted.flags}` })]
        : [],
    );
  },
  say: ({ pattern }) => `${pattern} remembers where it stopped: the command fits every second time only.`,
});
