// A worker that dies at a chosen step: whatever it waits for never comes back, as after a SIGKILL.
import { DedupeError } from '../../../src/errors.ts';
import type { Target } from '../../../src/model/target.ts';
import type { Sessions } from '../../../src/store/sessions.ts';

export interface Fault {
  /** The step that it does not survive, counted from 0 over statements, transactions and requests. */
  readonly at: number;
  /** `after`: what the step did has happened, and nobody was told. `error`: the connection was lost, and the worker lives. */
  readonly when: 'before' | 'after' | 'error-before' | 'error-after';
}

export interface Mortal {
  readonly sessions: Sessions;
  target(target: Target): Target;
  readonly died: Promise<'died'>;
}

const lost = () => new DedupeError('DEDUPE_DB_UNREACHABLE', 'the connection was lost');
const never = () => new Promise<never>(() => {});

export function mortal(sessions: Sessions, fault: Fault | undefined): Mortal {
  let steps = 0;
  let isDead = false;
  let die = (_: 'died') => {};
  const died = new Promise<'died'>((resolve) => {
    die = resolve;
  });

  async function step<T>(work: () => Promise<T>, failure: () => unknown): Promise<T> {
    if (isDead) return never();
    const isHit = fault !== undefined && steps++ === fault.at;
    if (!isHit) return work();
    const dies = fault.when === 'before' || fault.when === 'after';
    isDead = dies;
    if (fault.when.endsWith('after')) await work();
    if (!dies) throw failure();
    die('died');
    return never();
  }

  return {
    sessions: { ...sessions, use: (work) => step(() => sessions.use(work), lost) },
    target: (target) => ({
      ...target,
      create: (...given) =>
        step(
          () => target.create(...given),
          () => Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
        ),
    }),
    died,
  };
}
