// Do consumers run side by side that should have replaced each other?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';
import { alike, type RunningConsumer } from '../model/running-consumer.ts';

interface Args {
  readonly role: string;
  readonly what: string;
  readonly values: readonly string[];
}

export const mixedConsumers = defineRule<AuditInput, Args>({
  id: 'mixed-consumers',
  title: 'Old and new consumers run side by side',
  severity: 'warning',
  problem:
    'An old deployment that was not stopped goes on consuming. With another filter or another key than the new one, each takes for new what the other has handled.',
  fix: [
    'Stop the old deployment, and look for what still starts it.',
    'While both must run, let both claim in one store under one key.',
  ],
  check({ consumers }) {
    const [first] = consumers;
    if (!first) return [];
    return alike(consumers).flatMap((own) => {
      const role = own[0]?.role ?? '';
      return questions.flatMap(([what, read]) => {
        const values = [...new Set(own.flatMap((one) => read(one) ?? []))];
        return values.length > 1 ? [found(this.id, first.location, { role, what, values })] : [];
      });
    });
  },
  say: ({ role, what, values }) =>
    `Live consumers of the role ${role} have ${values.length} ${what}: ${values.join(', ')}.`,
});

const questions: readonly (readonly [string, (one: RunningConsumer) => string | undefined])[] = [
  ['deployment versions', ({ deploymentVersion }) => deploymentVersion],
  ['filter versions', ({ filterVersion }) => filterVersion],
];
