// The intake as a server of its own: receivers, and three addresses for whoever watches over processes.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../listening.ts';
import type { Instant } from '../model/instant.ts';
import type { OtherInstance } from '../store/instances/beat.ts';
import { assertReady } from '../store/ready.ts';
import { createSessions } from '../store/sessions.ts';
import { type Counters, createCounters } from './counters.ts';
import { forwardingOf } from './forward/forwarding.ts';
import type { ForwardOptions } from './forward/options.ts';
import { sidecar } from './forward/sidecar.ts';
import { startHeartbeat } from './heartbeat.ts';
import { httpListener } from './ingress/http-listener.ts';
import { createIngress } from './ingress/ingress.ts';
import type { Receiver } from './ingress/received.ts';
import { instanceName } from './instance-name.ts';
import { keepTotals } from './metrics/keep-totals.ts';
import { metricsPage } from './metrics/page.ts';
import { tokenDigest } from './secrets.ts';
import { wakeWorkers } from './wake-workers.ts';
import { answerWatcher } from './watched.ts';

export interface ServeOptions {
  /** `postgres://…`; the embedded engine is refused. */
  readonly database: string;
  readonly receivers: readonly Receiver[];
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** 0: any free one. */
  readonly port: number;
  readonly instanceId?: string | undefined;
  readonly deploymentVersion?: string | undefined;
  readonly appId?: string | undefined;
  readonly bodyLimit?: number | undefined;
  readonly onRival?: ((other: OtherInstance) => void) | undefined;
  /** Gives each event to an application, once, and takes its answers to whoever waits for them. Undefined: others work. */
  readonly forward?: ForwardOptions | undefined;
}

export interface Serving {
  readonly host: string;
  readonly port: number;
  readonly counters: Counters;
  /** Pending while it runs. Rejects when it can hand on nothing any more: the schema has changed. */
  readonly ended: Promise<void>;
  /** Takes no new connection, answers what is under way, writes what is left, then closes. */
  stop(): Promise<void>;
}

/** Rejects when the database cannot be reached or has another schema: nothing could be promised to anybody. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { database, receivers, host = '127.0.0.1', port, deploymentVersion, appId, bodyLimit, onRival } = options;
  const sessions = createSessions(database, { size: 6, applicationName: 'dedupe serve' });
  const counters = createCounters();
  const instanceId = options.instanceId ?? instanceName();
  const clock = () => Date.now() as Instant;
  const [filterVersion] = receivers.map(({ filter }) => filter.version);
  const { forward } = options;
  const world = { sessions, counters, clock, claimer: { instanceId, deploymentVersion, filterVersion } };
  const sidecars = forward ? receivers.map((receiver) => sidecar(receiver, forward, world)) : [];
  const forwarding = forwardingOf(database, sidecars);
  const tell = wakeWorkers(sessions);
  const ingress = createIngress({
    sessions,
    receivers: forward ? sidecars.map(({ receiver }) => receiver) : receivers,
    instance: { instanceId, deploymentVersion },
    counters,
    clock,
    notify: () => {
      forwarding.wake();
      tell();
    },
  });
  try {
    await sessions.use(assertReady);
  } catch (error) {
    await sessions.close();
    throw error;
  }
  let isStopping = false;
  const take = httpListener(ingress, bodyLimit === undefined ? {} : { bodyLimit });
  const metrics = metricsPage(sessions, counters, Date.now, () => sidecars.flatMap((one) => one.samples()));
  const server = createServer((request, response) => {
    if (answerWatcher(request, response, { sessions, isStopping: () => isStopping, metrics })) return;
    if (isStopping) response.setHeader('connection', 'close');
    void take(request, response);
  });
  // Longer than the load balancers in front keep theirs, so that they never send into a closing connection.
  server.keepAliveTimeout = 75_000;
  const address = await listening(server, port, host).catch(async (error) => {
    await sessions.close();
    throw error;
  });
  const totals = keepTotals(sessions, counters);
  const about = {
    instanceId,
    appId,
    deploymentVersion,
    filterVersion,
    tokenDigest: tokenDigest(receivers[0]?.secrets()[0]),
  };
  const roles = forward ? ['ingress', 'worker'] : ['ingress'];
  const hearts = roles.map((role) => startHeartbeat({ sessions, onRival, instance: { ...about, role } }));
  const ended = forwarding.run();
  return {
    host,
    port: address.port,
    counters,
    ended,
    async stop() {
      isStopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await ingress.drain();
      await Promise.race([closed, sleep(10_000, undefined, { ref: false })]);
      server.closeAllConnections();
      await ingress.drain();
      await forwarding.stop();
      await Promise.all([...hearts.map((heart) => heart.stop()), totals.stop()]);
      await sessions.close();
    },
  };
}
