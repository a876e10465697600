// A receiver of Bolt behind which every event is written down before it is acknowledged, and handled once.
import { DedupeError } from '../../errors.ts';
import type { Instant } from '../../model/instant.ts';
import { appTargetOf, effectTargetOf } from '../../model/operation.ts';
import { providerOf } from '../../providers/index.ts';
import type { OtherInstance } from '../../store/instances/beat.ts';
import { assertReady } from '../../store/ready.ts';
import { createSessions } from '../../store/sessions.ts';
import { listenForWork } from '../../store/work/notify.ts';
import { createCounters } from '../counters.ts';
import { appTarget, type Deliver } from '../dispatch/app-target.ts';
import { createDispatch } from '../dispatch/dispatch.ts';
import { createWaiters, onlyNow } from '../dispatch/live.ts';
import { applicationRules } from '../filter/application-rules.ts';
import { type SlackRules, slackFilter } from '../filter/slack-filter.ts';
import { startHeartbeat } from '../heartbeat.ts';
import { createRegistrar } from '../ingress/registrar.ts';
import { instanceName } from '../instance-name.ts';
import { keepTotals } from '../metrics/keep-totals.ts';
import { metricsPage } from '../metrics/page.ts';
import { exponentialRetry, type RetryLimits } from '../retry-policy.ts';
import { tokenDigest } from '../secrets.ts';
import { wakeWorkers } from '../wake-workers.ts';
import { effectLedger } from './effect-ledger.ts';
import { refuseFuture } from './future.ts';
import { gate } from './gate.ts';
import { heardTypes } from './heard.ts';
import { createRun, currentRun, during } from './run.ts';
import type { Ack, BoltApp, BoltEvent, BoltReceiver } from './shapes.ts';

export interface DurableOptions {
  /** `postgres://…`, with the schema that `dedupe migrate` makes. */
  readonly database: string;
  /** `slack`, or `slack.NAME` where one database serves several apps. */
  readonly provider?: string;
  /** Which events are handed on, and which of them mean the same; see `slackFilter`. */
  readonly rules?: Partial<SlackRules>;
  /** Listeners make all of their effects through `effect`: one that was cut off is run again, whatever it had done. */
  readonly onlyEffects?: boolean;
  readonly retry?: RetryLimits;
  /** How long a listener is somebody's without a sign of life, in milliseconds. Default 30 s. */
  readonly leaseMs?: number;
  /** A listener that takes longer is not waited for, and its outcome unknown. Default: two thirds of the lease. */
  readonly listenerMs?: number;
  /** Default 500 ms. */
  readonly pollMs?: number;
  /** From the arrival to the acknowledgement. Default 2.5 s. */
  readonly deadlineMs?: number;
  /** A commit or a release. Default: DEDUPE_DEPLOYMENT_VERSION of the environment. */
  readonly deploymentVersion?: string;
  /** Of which a digest tells processes of one app from others; it is never stored. Default: the token of the app itself. */
  readonly token?: string;
  /** Once for each process beside this one that is of another version, or decides by other rules. */
  readonly onRival?: (other: OtherInstance) => void;
  /** Trouble that passes: a database that is gone for a while. Default: it is not told. */
  readonly onTrouble?: (error: unknown) => void;
}

export interface Durable {
  /** For a route of your own, in the text format of Prometheus. */
  metrics(): Promise<string>;
}

/** Longer than any body is kept. */
const alwaysMs = 10 * 365 * 86_400_000;

/** The receiver itself, wrapped: give it to `new App({ receiver })`. Its `start` rejects when the database cannot be reached. */
export function durable<Receiver extends BoltReceiver>(
  receiver: Receiver,
  options: DurableOptions,
): Receiver & { readonly dedupe: Durable } {
  const {
    database,
    provider: providerId = 'slack',
    deploymentVersion = process.env.DEDUPE_DEPLOYMENT_VERSION,
    onTrouble,
    leaseMs = 30_000,
    pollMs = 500,
  } = options;
  const provider = providerOf(providerId);
  if (provider?.title !== 'Slack')
    throw new DedupeError('DEDUPE_CONFIG_INVALID', `"${providerId}" is no name for a Slack app`, {
      hint: 'It is slack, or slack. and a name.',
    });
  const sessions = createSessions(database, { size: 10, applicationName: 'dedupe bolt' });
  const heard = heardTypes();
  const filter = heard.over(slackFilter({ ...applicationRules, ...options.rules }, providerId));
  const counters = createCounters();
  const clock = () => Date.now() as Instant;
  const instance = { instanceId: instanceName(), deploymentVersion };
  const claimer = {
    ...instance,
    get filterVersion() {
      return filter.version;
    },
  };
  const acks = createWaiters<Ack>();
  const tell = wakeWorkers(sessions);
  const registrar = createRegistrar({
    sessions,
    counters,
    clock,
    notify: () => {
      dispatch.wake();
      tell();
    },
  });
  const effects = effectTargetOf(providerId);
  const { listenerMs = (leaseMs * 2) / 3, onlyEffects = false, retry } = options;
  const policy = { retry: exponentialRetry(retry), chance: Math.random };
  const ledger = effectLedger(effects, {
    sessions,
    claimer,
    counters,
    ...policy,
    leaseMs: leaseMs * 2,
    requestMs: listenerMs,
  });
  const known = provider;
  let app: BoltApp | undefined;
  let appId: string | undefined;

  const deliver: Deliver = async (operation, { body }, _signal) => {
    const payload: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    const eventId = known.read(payload, {})?.key?.eventId;
    const { sourceEventKey, workspaceId } = operation;
    const run = createRun(ledger, { sourceEventKey, workspaceId, provider: providerId, eventId });
    const waiting = acks.take(operation.workspaceId, operation.sourceEventKey);
    let isTold = waiting === undefined;
    const ack: Ack = async (response) => {
      isTold = true;
      await waiting?.(response);
    };
    const event = { body: payload as BoltEvent['body'], ack };
    await during(run, async () => app?.processEvent(event)).catch(run.fail);
    const outcome = run.outcome(onlyEffects);
    return isTold ? outcome : onlyNow(outcome);
  };
  const dispatch = createDispatch({
    sessions,
    provider: providerId,
    target: appTarget(appTargetOf(providerId), 'the listeners of a Bolt app', deliver, undefined),
    effects,
    declaredForMs: onlyEffects ? alwaysMs : undefined,
    claimer,
    counters,
    retry,
    leaseMs,
    requestMs: listenerMs,
    pollMs,
    isWaitedFor: acks.has,
    onTrouble,
  });

  function init(given: BoltApp): void {
    app = given;
    heard.note(given);
    refuseFuture(receiver, clock, () =>
      counters.count('dedupe_refusals_total', { provider: known.id, reason: 'future' }),
    );
    // Whatever handles errors in the application must not make a failed listener look like one that ended well.
    given.use(async ({ next }) =>
      next().catch((error) => {
        currentRun()?.fail(error);
        throw error;
      }),
    );
    const transport = 'client' in receiver ? ('socket' as const) : ('http' as const);
    const { deadlineMs = 2_500 } = options;
    const world = {
      provider: known,
      filter,
      instance,
      registrar,
      dispatch,
      acks,
      counters,
      clock,
      transport,
      deadlineMs,
      onApp: (id: string) => {
        appId ??= id;
      },
    };
    receiver.init(Object.create(given, { processEvent: { value: gate(given, world) } }));
  }

  let stopWork: (() => Promise<void>) | undefined;
  async function start(...given: unknown[]): Promise<unknown> {
    await sessions.use(assertReady);
    const until = new AbortController();
    const about = { ...instance, appId, filterVersion: filter.version, tokenDigest: undefined };
    // A listener that is added later changes the filter, and the app tells its id with the first event.
    const learnt = () => ({
      appId,
      filterVersion: filter.version,
      tokenDigest: tokenDigest(options.token ?? app?.client?.token),
    });
    const hearts = ['ingress', 'worker'].map((role) =>
      startHeartbeat({ sessions, learnt, onRival: options.onRival, instance: { ...about, role } }),
    );
    const totals = keepTotals(sessions, counters);
    const ear = listenForWork(database, dispatch.wake, until.signal);
    const working = dispatch.run(until.signal).catch((error) => onTrouble?.(error));
    stopWork = async () => {
      await registrar.drain();
      until.abort();
      await Promise.all([working, ear]);
      await Promise.all([...hearts.map((heart) => heart.stop()), totals.stop()]);
      await sessions.close();
    };
    return receiver.start(...given);
  }
  async function stop(...given: unknown[]): Promise<unknown> {
    const stopped = await receiver.stop(...given);
    await stopWork?.();
    return stopped;
  }

  const own = { init, start, stop, dedupe: { metrics: metricsPage(sessions, counters, clock) } };
  return new Proxy(receiver, {
    get: (inner, name) => (Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(inner, name, inner)),
    has: (inner, name) => Object.hasOwn(own, name) || Reflect.has(inner, name),
  }) as Receiver & { readonly dedupe: Durable };
}
