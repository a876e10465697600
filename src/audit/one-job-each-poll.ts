// Does a worker of pg-boss take one job each time it looks?
// Defaults of 10.4: batchSize 1, pollingIntervalSeconds 2. https://pgboss.io/api/workers
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { pathOf } from '../model/code/value.ts';
import { defineRule, found } from '../model/found.ts';

export const oneJobEachPoll = defineRule<AuditInput, { readonly queue: string }>({
  id: 'one-job-each-poll',
  title: 'The worker takes one job each time it looks',
  severity: 'note',
  problem:
    'pg-boss looks for work every two seconds and takes one job unless batchSize says more. A burst of events waits for minutes: people ask again, operators replay, and what expires in the meantime is run a second time.',
  fix: ['Set batchSize to what the handler can do side by side, and handle each job of the batch on its own.'],
  check({ program }) {
    return program.calls.flatMap(({ call, scope }) => {
      if (!/^pg-boss(\.\w+)?\(\)\.work$/.test(pathOf(program.evaluate(call.callee, scope)) ?? '')) return [];
      const options = call.args.length > 2 ? call.args[1]?.value : undefined;
      if (options) {
        const value = program.evaluate(options, scope);
        if (value?.is !== 'plain' || value.expr.form !== 'object') return [];
        // A spread may hold what is not seen.
        if (value.expr.entries.some(({ key }) => key === undefined)) return [];
        const size = program.fieldOf(options, 'batchSize', scope);
        if (size && program.constant(size.value, size.scope) !== 1) return [];
        if (program.fieldOf(options, 'pollingIntervalSeconds', scope)) return [];
      }
      const queue = program.constant(call.args[0]?.value, scope);
      return [
        found(this.id, locate(scope.module, call.at), { queue: typeof queue === 'string' ? queue : 'the queue' }),
      ];
    });
  },
  say: ({ queue }) => `This worker takes one job of ${queue} every two seconds, and a burst of events waits for it.`,
});
