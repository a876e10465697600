// Is work that is promised kept only in the memory of the process?
import type { AuditInput } from '../model/audit-input.ts';
import { type Act, canPrecede, surelyPrecedes } from '../model/code/act.ts';
import { isAnsweredBehind } from '../model/code/answered-behind.ts';
import { chainOf, placeOf } from '../model/code/answers.ts';
import { effectOf, shortName } from '../model/code/effects.ts';
import { keepsAlive } from '../model/code/left-alone.ts';
import type { Program } from '../model/code/program.ts';
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
    const said = (acts: readonly Act[], howOf: (act: Act) => string | undefined) => {
      const ways = new Set<string>();
      return acts.flatMap((act) => {
        const by = howOf(act);
        if (by === undefined || seen.has(act.expr)) return [];
        const name = workOf(program, act);
        if (name === undefined) return [];
        seen.add(act.expr);
        // What one promise holds is one thing to write down, however much it does.
        if (!later.test(act.handedTo ?? '') && ways.size === ways.add(by).size) return [];
        const args = { name, by };
        return [found(this.id, placeOf(act), args, { related: chainOf(act), certainty: 'consistent' as const })];
      });
    };
    return [
      ...listeners.flatMap(({ acts }) => said(acts, (act) => handed(act) ?? kept(program, acts, act))),
      ...routes.flatMap(({ acts }) =>
        said(acts, (act) => handed(act) ?? kept(program, acts, act) ?? left(program, acts, act)),
      ),
    ];
  },
  say: ({ name, by }) =>
    `${name} runs behind ${by}, in the memory of this process: a restart loses it, and Slack does not send again.`,
});

const later =
  /^(global\.(setImmediate|setTimeout|queueMicrotask)|process\.nextTick|threading\.(Thread|Timer)|multiprocessing\.Process|executor\.submit|asyncio\.create_task|starlette\.background\.BackgroundTasks?(\(\)\.add_task)?|fastapi\.BackgroundTasks\(\)\.add_task|\?\.add_task|\?\.create_task)$/;

function handed({ handedTo }: Act): string | undefined {
  return handedTo !== undefined && later.test(handedTo) ? handedTo.replace(/^(global|\?)\./, '') : undefined;
}

/** Kept running by the platform, which promises nothing for after a crash or a time limit. */
function kept(program: Program, acts: readonly Act[], act: Act): string | undefined {
  if (act.late !== 'waitUntil' && !keepsAlive.test(act.handedTo ?? '')) return undefined;
  return isWrittenDown(program, acts, act) ? undefined : 'waitUntil';
}

/** A receiver of its own answers for itself; Bolt has answered an event before any listener runs. */
function left(program: Program, acts: readonly Act[], act: Act): string | undefined {
  if (isWrittenDown(program, acts, act)) return undefined;
  if (act.late === 'left alone' && !isAnsweredBehind(acts.filter(isAnswer), act))
    return 'a promise that nobody waits for';
  const isOwn = act.handedTo === undefined || callbacks.test(act.handedTo);
  const isBehind =
    !act.isInCatch &&
    isOwn &&
    acts.some((one) => isAnswer(one) && surelyPrecedes(one, { ...act, handedTo: undefined }));
  return isBehind ? 'the answer' : undefined;
}

/** They run what they are handed once their own answer has come. */
const callbacks = /\.(then|finally)$|^@slack\/|^request(\.\w+)?$|^https?\.(get|request)$/;

const answers = /^http\.response\.((status|code|header|type)\([^)]*\)\.)*(send|json|end|sendStatus)$/;

function isAnswer({ kind, path, isInCatch }: Act): boolean {
  return kind === 'call' && path !== undefined && answers.test(path) && !isInCatch;
}

/** A row or a job that was made before it: a worker can find again what was lost. */
function isWrittenDown(program: Program, acts: readonly Act[], late: Act): boolean {
  return acts.some((act) => {
    const effect = canPrecede(act, late) ? effectOf(program, act) : undefined;
    return effect?.kind === 'queue' || (effect?.kind === 'database' && effect.creates);
  });
}

const dispatches = /App\(\)\.(async_)?dispatch$/;

function workOf(program: Program, act: Act): string | undefined {
  if (act.expr?.form === 'call' && dispatches.test(act.path ?? '')) return shortName(act.expr);
  const effect = effectOf(program, act);
  return (effect?.creates && effect.kind !== 'queue') || effect?.kind === 'model' ? effect.name : undefined;
}
