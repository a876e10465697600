// From the effects that are wanted to the rows that stand for them.
import type { PlannedOperation } from '../../store/operations/plan-operations.ts';
import { type LocalTask, localTarget } from '../../store/work/create-tasks.ts';
import type { WorkEvent } from './plan.ts';
import { PlanFault, type ToldEffect, toldEffects } from './told-effects.ts';

export interface Wanted {
  readonly tasks: readonly LocalTask[];
  readonly operations: readonly PlannedOperation[];
}

/** Throws PlanFault for what is no effect, for effects that cannot be told apart, and for targets that nobody here can reach. */
export function wantedBy(event: WorkEvent, returned: unknown, known: ReadonlySet<string>, instanceId: string): Wanted {
  const effects = toldEffects(returned);
  const actions = effects.map(({ action = '' }) => action);
  const bad = actions.find((action) => !/^[\w.:-]{0,80}$/.test(action));
  if (bad !== undefined)
    throw new PlanFault('an action is no word of at most 80 letters, digits and . : _ -', 'action_not_a_word');
  if (new Set(actions).size < actions.length)
    throw new PlanFault('two effects of one event need two actions', 'effects_with_one_key');
  const rows = effects.map((effect) => ({ effect, ...rowOf(event, effect) }));
  return {
    tasks: rows.flatMap(({ effect, key, action }) =>
      'request' in effect ? [] : [taskOf(event, key, action, effect.title, instanceId)],
    ),
    operations: rows.flatMap(({ effect, key, action }) =>
      'request' in effect ? [operationOf(event, key, action, effect, known)] : [],
    ),
  };
}

function rowOf({ sourceEventKey }: WorkEvent, { action = '' }: ToldEffect) {
  return { action, key: action === '' ? sourceEventKey : `${sourceEventKey}#${action}` };
}

function taskOf(
  event: WorkEvent,
  key: string,
  action: string,
  title: string | undefined,
  instanceId: string,
): LocalTask {
  const { provider, workspaceId, eventId, attempt } = event;
  return {
    source_event_key: key,
    workspace_id: workspaceId,
    provider,
    event_id: eventId,
    action,
    attempt,
    title,
    created_by: instanceId,
  };
}

function operationOf(
  event: WorkEvent,
  key: string,
  action: string,
  { target, request, delayMs }: Extract<ToldEffect, { request: Uint8Array }>,
  known: ReadonlySet<string>,
): PlannedOperation {
  if (!known.has(target) || target === localTarget) {
    const names = [...known].filter((one) => one !== localTarget).join(', ');
    throw new PlanFault(`a request names a target that is not open here (open: ${names || 'none'})`, 'unknown_target');
  }
  const { provider, workspaceId, eventId } = event;
  return { sourceEventKey: key, workspaceId, provider, eventId, target, action, idempotencyKey: key, request, delayMs };
}
