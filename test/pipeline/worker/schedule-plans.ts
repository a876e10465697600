// The plans of the fault schedules, by what an event wants.
import type { Plan } from '../../../src/pipeline/worker/plan.ts';

export const plans: Readonly<Record<'local' | 'outside' | 'both', Plan>> = {
  local: () => [{ target: 'tasks' }],
  outside: ({ body }) => [{ target: 'jira', request: body }],
  both: ({ body }) => [{ target: 'tasks' }, { target: 'jira', action: 'ticket', request: body }],
};
