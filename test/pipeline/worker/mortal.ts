// A worker that dies at a chosen step: whatever it waits for never comes back, as after a SIGKILL.
import { DedupeError } from '../../../src/errors.ts';
import type { Target } from '../../../src/model/target.ts';
import type { Database } from '../../../src/postgres/database.ts';
import type { Sessions } from '../../../src/store/sessions.ts';

export interface Fault {
  /** The step that it does not survive, counted from 0 over statements, transactions and requests. */
  readonly at: number;
  /**
   * `after`: what the step did has happened, and nobody was told. `error`: the connection was lost, and the worker lives.
   * `terminated`: the server ends the session in the middle of it (pg_terminate_backend); a request is cut off.
   */
  readonly when: 'before' | 'after' | 'error-before' | 'error-after' | 'terminated';
}

export interface Mortal {
  readonly sessions: Sessions;
  target(target: Target): Target;
  readonly died: Promise<'died'>;
}

const lost = () => new DedupeError('DEDUPE_DB_UNREACHABLE', 'the connection was lost');
const reset = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const never = () => new Promise<never>(() => {});

/** `admin` ends sessions of others; a schedule that draws no `terminated` needs none. */
export function mortal(sessions: Sessions, fault: Fault | undefined, admin?: Database): Mortal {
  let steps = 0;
  let isDead = false;
  let die = (_: 'died') => {};
  const died = new Promise<'died'>((resolve) => {
    die = resolve;
  });

  async function step<T>(work: () => Promise<T>, failure: () => unknown, terminated: () => Promise<T>): Promise<T> {
    if (isDead) return never();
    const isHit = fault !== undefined && steps++ === fault.at;
    if (!isHit) return work();
    if (fault.when === 'terminated') return terminated();
    const dies = fault.when === 'before' || fault.when === 'after';
    isDead = dies;
    if (fault.when.endsWith('after')) await work();
    if (!dies) throw failure();
    die('died');
    return never();
  }

  const use: Sessions['use'] = (work) =>
    step(
      () => sessions.use(work),
      lost,
      () => sessions.use((database) => terminatedIn(database, admin ?? database, work)),
    );
  return {
    sessions: { ...sessions, use },
    target: (target) => ({
      ...target,
      create: (...given) =>
        step(
          () => target.create(...given),
          reset,
          () => target.create(...given).then(() => Promise.reject(reset())),
        ),
    }),
    died,
  };
}

/** Whether its statements are done by then is a matter of chance, as it is outside. */
async function terminatedIn<T>(
  database: Database,
  admin: Database,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const [row] = await database.query('select pg_backend_pid() as pid');
  const ended = admin.query('select pg_terminate_backend($1)', [row?.pid]);
  try {
    return await work(database);
  } finally {
    await ended;
  }
}
