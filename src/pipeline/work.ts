// The worker as a process of its own: events, the outbox, a heartbeat and an ear for new work.
import { createServer } from 'node:http';
import { listening } from '../listening.ts';
import type { Target } from '../model/target.ts';
import type { OtherInstance } from '../store/instances/beat.ts';
import { assertReady } from '../store/ready.ts';
import { createSessions } from '../store/sessions.ts';
import { localTarget } from '../store/work/create-tasks.ts';
import { listenForWork } from '../store/work/notify.ts';
import type { WorkerStep } from './contracts/worker.ts';
import { createCounters } from './counters.ts';
import { startHeartbeat } from './heartbeat.ts';
import { instanceName } from './instance-name.ts';
import { keepTotals } from './metrics/keep-totals.ts';
import { metricsPage } from './metrics/page.ts';
import { exponentialRetry, type RetryLimits } from './retry-policy.ts';
import { tokenDigest } from './secrets.ts';
import { answerWatcher } from './watched.ts';
import { eventWorker } from './worker/event-worker.ts';
import { outbox } from './worker/outbox.ts';
import { type Plan, taskForEach } from './worker/plan.ts';

export interface WorkOptions {
  /** `postgres://…`; the embedded engine is refused. */
  readonly database: string;
  /** Default: one local task for each event. */
  readonly plan?: Plan | undefined;
  /** Systems that effects may name, by their id. */
  readonly targets?: readonly Target[] | undefined;
  /** Whose events; undefined: anybody's. Requests are told apart by their target. */
  readonly providers?: readonly string[] | undefined;
  readonly retry?: RetryLimits | undefined;
  /** How long a claim holds without a heartbeat, in milliseconds. Default 30 s; of a request to a target twice that. */
  readonly leaseMs?: number | undefined;
  /** A request to a target that takes longer is cut off and its outcome unknown. Default: a third of its lease. */
  readonly requestMs?: number | undefined;
  /** Default 500 ms. */
  readonly pollMs?: number | undefined;
  readonly instanceId?: string | undefined;
  readonly deploymentVersion?: string | undefined;
  readonly appId?: string | undefined;
  /** Of which a digest tells workers of one app from others; it is never stored. */
  readonly secret?: string | undefined;
  /** Where /healthz, /readyz and /metrics are answered. Undefined: nowhere. Port 0: any free one. */
  readonly listen?: { readonly host: string; readonly port: number } | undefined;
  /** Once, when the database has answered. `port`: where it listens. */
  readonly onReady?: ((port: number | undefined) => void) | undefined;
  readonly onStep?: ((step: WorkerStep) => void) | undefined;
  /** What the plan threw, and what was wrong with what it returned. */
  readonly onPlanError?: ((error: unknown) => void) | undefined;
  readonly onTrouble?: ((error: unknown) => void) | undefined;
  readonly onRival?: ((other: OtherInstance) => void) | undefined;
}

/** Until the signal; then it ends what it has begun. Rejects when the database cannot be reached at the start. */
export async function work(options: WorkOptions, signal: AbortSignal): Promise<void> {
  const { database, plan = taskForEach, targets = [], leaseMs = 30_000, pollMs = 500, deploymentVersion } = options;
  const sessions = createSessions(database, { size: 8, applicationName: 'dedupe work' });
  const instanceId = options.instanceId ?? instanceName();
  const { appId, onStep, onPlanError, onTrouble, onRival } = options;
  const byId = new Map(targets.filter(({ id }) => id !== localTarget).map((target) => [target.id, target]));
  const wakers: (() => void)[] = [];
  const counters = createCounters();
  const common = {
    sessions,
    claimer: { instanceId, deploymentVersion, filterVersion: undefined },
    retry: exponentialRetry(options.retry),
    chance: Math.random,
    pollMs,
    counters,
    onStep,
    onTrouble,
    onWake: (wake: () => void) => void wakers.push(wake),
  };
  const { requestMs = (leaseMs * 2) / 3 } = options;
  const processes = [
    eventWorker({ ...common, providers: options.providers, plan, onPlanError, targets: new Set(byId.keys()), leaseMs }),
    outbox({ ...common, targets: byId, leaseMs: leaseMs * 2, requestMs }),
  ];
  // One that ends for good takes the other along: a half of a worker looks like a whole one from outside.
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  try {
    await sessions.use(assertReady);
    const metrics = metricsPage(sessions, counters, Date.now);
    const server = createServer((request, response) => {
      if (!answerWatcher(request, response, { sessions, isStopping: () => until.aborted, metrics }))
        response.writeHead(404).end();
    });
    const { listen } = options;
    const address = listen && (await listening(server, listen.port, listen.host));
    const totals = keepTotals(sessions, counters);
    options.onReady?.(address?.port);
    const heart = startHeartbeat({
      sessions,
      onRival,
      instance: {
        instanceId,
        role: 'worker',
        appId,
        deploymentVersion,
        filterVersion: undefined,
        tokenDigest: tokenDigest(options.secret),
      },
    });
    const ear = listenForWork(
      database,
      () => {
        for (const wake of wakers) wake();
      },
      until,
    );
    try {
      await Promise.all(processes.map((one) => one.run(until).finally(() => ended.abort())));
    } finally {
      ended.abort();
      await ear;
      server.closeAllConnections();
      server.close();
      await Promise.all([heart.stop(), totals.stop()]);
    }
  } finally {
    await sessions.close();
  }
}
