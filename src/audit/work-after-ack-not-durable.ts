// Is work that is promised kept only in the memory of the process?
import type { AuditInput } from '../model/audit-input.ts';
import { chainOf, placeOf } from '../model/code/answers.ts';
import { effectOf } from '../model/code/effects.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly name: string;
  readonly by: string;
}

export const workAfterAckNotDurable = defineRule<AuditInput, Args>({
  id: 'work-after-ack-not-durable',
  title: 'Work is promised and kept only in memory',
  severity: 'note',
  problem:
    'Once Slack has its answer it never sends the event again. Work that waits in a thread, a task or a timer ends with the process: a deployment loses it, and whoever asks again makes a second one.',
  fix: ['Write the event down durably before the answer, and let a worker do the work: what was lost is found again.'],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    return [...listeners, ...routes].flatMap(({ acts }) =>
      acts.flatMap((act) => {
        const by = act.handedTo;
        if (by === undefined || !later.test(by) || seen.has(act.expr)) return [];
        const effect = effectOf(program, act);
        if (!effect?.creates) return [];
        seen.add(act.expr);
        return [
          found(
            this.id,
            placeOf(act),
            { name: effect.name, by: by.replace(/^(global|\?)\./, '') },
            { related: chainOf(act), certainty: 'consistent' },
          ),
        ];
      }),
    );
  },
  say: ({ name, by }) =>
    `${name} runs behind ${by}, in the memory of this process: a restart loses it, and Slack does not send again.`,
});

const later =
  /^(global\.(setImmediate|setTimeout|queueMicrotask)|process\.nextTick|threading\.Thread|asyncio\.create_task|fastapi\.BackgroundTasks\(\)\.add_task|\?\.add_task|\?\.create_task)$/;
