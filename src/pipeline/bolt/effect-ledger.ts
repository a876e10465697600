// One effect inside a listener, made once: written down before it begins, found again when the listener runs again.
import type { Operation } from '../../model/operation.ts';
import type { Created } from '../../model/target.ts';
import { planOperations } from '../../store/operations/plan-operations.ts';
import { redriveOperation } from '../../store/operations/redrive-operation.ts';
import type { Sessions } from '../../store/sessions.ts';
import { readOperations } from '../../store/work/read-operations.ts';
import { appTarget, unnamed } from '../dispatch/app-target.ts';
import { freeze } from '../dispatch/frozen.ts';
import { createWaiters } from '../dispatch/live.ts';
import { type OutboxOptions, outbox } from '../worker/outbox.ts';
import { PermanentError } from '../worker/plan.ts';
import { moveOperation } from '../worker/settle.ts';
import { outcomeOfError } from './outcome.ts';

export interface EffectResult {
  /** What the function named, now or when it ran before. */
  readonly id: string;
  /** True: it was made before, and the function was not called. */
  readonly existed: boolean;
}

/** Resolves with the id of what it made, or with an object that has an `id`. Anything else: it stands in the ledger without a name. */
export type MakeEffect = (given: {
  /** The same at every attempt: for a target that honours one. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}) => Promise<unknown>;

/** The event that a listener is handling. */
export interface Handled extends Pick<Operation, 'sourceEventKey' | 'workspaceId'> {
  readonly provider: string;
  readonly eventId: string | undefined;
}

export interface EffectLedger {
  /** Rejects with what the function threw, or because it is not known whether it was done before. */
  make(event: Handled, action: string, fn: MakeEffect): Promise<EffectResult>;
}

type Calling = (idempotencyKey: string, signal: AbortSignal) => Promise<Created>;

export function effectLedger(target: string, options: Omit<OutboxOptions, 'targets'>): EffectLedger {
  const { sessions } = options;
  const calls = createWaiters<Calling>();
  const inside = appTarget(
    target,
    'effects inside the application',
    async ({ workspaceId, sourceEventKey, idempotencyKey }, _, signal) => {
      const call = calls.take(workspaceId, sourceEventKey);
      return call ? call(idempotencyKey, signal) : { outcome: 'refused', reason: 'nobody_to_make_it', temporary: true };
    },
    undefined,
  );
  const ledger = outbox({ ...options, targets: new Map([[target, inside]]), isInside: true });

  return {
    async make({ sourceEventKey: baseKey, workspaceId, provider, eventId }, action, fn) {
      if (!/^[\w.:-]{1,80}$/.test(action)) throw new PermanentError('action_not_a_word');
      const sourceEventKey = `${baseKey}#${action}`;
      if (calls.has(workspaceId, sourceEventKey)) throw new PermanentError('effects_with_one_key');
      let thrown: unknown;
      const forget = calls.add(workspaceId, sourceEventKey, async (idempotencyKey, signal) => {
        try {
          return done(await fn({ idempotencyKey, signal }), sourceEventKey);
        } catch (error) {
          thrown = error;
          return outcomeOfError(error);
        }
      });
      try {
        const planned = { sourceEventKey, workspaceId, provider, eventId, target, action };
        await sessions.use((database) =>
          planOperations(database, [{ ...planned, idempotencyKey: sourceEventKey, request: freeze(nothing) }]),
        );
        const known = await standing(sessions, { baseKey, workspaceId }, sourceEventKey);
        if (known?.state === 'confirmed')
          return { id: known.external_id ?? unnamed({ sourceEventKey }), existed: true };
        if (known?.state === 'dead')
          await again(sessions, baseKey, { sourceEventKey, workspaceId, attempt: known.attempt });
        const step = await ledger.take({ sourceEventKey, workspaceId });
        if (step?.ended === 'processed') return { id: step.resultId ?? unnamed({ sourceEventKey }), existed: false };
        throw thrown ?? new UnknownEffect(sourceEventKey);
      } finally {
        forget();
      }
    },
  };
}

/** It may have been made: whoever looks into the target knows, and nobody else. */
export class UnknownEffect extends Error {
  readonly code = 'effect_unknown';
  constructor(sourceEventKey: string) {
    super(`it is not known whether ${sourceEventKey} was made`);
    this.name = 'UnknownEffect';
  }
}

/** The bytes of an effect are in the listener; the row needs some. */
const nothing = { headers: {}, body: new Uint8Array() };

function done(made: unknown, sourceEventKey: string): Created {
  const named: unknown = typeof made === 'object' && made !== null ? Reflect.get(made, 'id') : made;
  const id = typeof named === 'string' || typeof named === 'number' ? String(named).slice(0, 500) : '';
  return { outcome: 'done', id: id === '' ? unnamed({ sourceEventKey }) : id, url: undefined, existed: false };
}

async function standing(sessions: Sessions, base: { baseKey: string; workspaceId: string }, key: string) {
  const known = await sessions.use((database) => database.transaction((inside) => readOperations(inside, [base])));
  return known.find((one) => one.source_event_key === key);
}

/** Given up is proven not executed; that the listener runs again is somebody's wish that it be made. */
function again(sessions: Sessions, baseKey: string, claim: Parameters<typeof redriveOperation>[1]) {
  const at = { base_key: baseKey, workspace_id: claim.workspaceId };
  return moveOperation(sessions, at, (inside) => redriveOperation(inside, claim));
}
