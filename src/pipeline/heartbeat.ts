// Says that this process lives, and whether another one of its role is of another version.
import { aliveMs, heartbeatMs, senderOf } from '../model/running-consumer.ts';
import { beat, type InstanceRow, type OtherInstance, sayStopped } from '../store/instances/beat.ts';
import { storeIdentity } from '../store/instances/store-identity.ts';
import type { Sessions } from '../store/sessions.ts';

export interface HeartbeatOptions {
  readonly sessions: Sessions;
  readonly instance: Omit<InstanceRow, 'storeIdentity'>;
  /** What is known only later, such as the app whose events arrive; asked at each beat. */
  readonly learnt?: (() => Partial<Pick<InstanceRow, 'appId' | 'tokenDigest' | 'filterVersion'>>) | undefined;
  /** Default 10 s; who has not been seen for three of them counts as gone. */
  readonly everyMs?: number;
  /** Once for each other instance that decides by another filter, or is of another deployment. */
  readonly onRival?: ((other: OtherInstance) => void) | undefined;
}

export interface Heartbeat {
  /** The first beat; later ones come by themselves. */
  readonly started: Promise<void>;
  stop(): Promise<void>;
}

export function startHeartbeat({
  sessions,
  instance,
  learnt,
  everyMs = heartbeatMs,
  onRival,
}: HeartbeatOptions): Heartbeat {
  const told = new Set<string>();
  let identity: string | undefined;

  async function once(): Promise<void> {
    identity ??= await sessions.use(storeIdentity);
    const row = { ...instance, ...learnt?.(), storeIdentity: identity };
    const others = await sessions.use((database) => beat(database, row, (everyMs / heartbeatMs) * aliveMs));
    for (const other of others.filter((one) => isRival(one, row))) {
      if (!told.has(other.instance_id)) onRival?.(other);
      told.add(other.instance_id);
    }
  }

  // A beat that fails is missed: the next one comes.
  const quietly = () => once().catch(() => {});
  const started = quietly();
  const timer = setInterval(() => void quietly(), everyMs);
  timer.unref();
  return {
    started,
    async stop() {
      clearInterval(timer);
      const row = { ...instance, storeIdentity: identity };
      await sessions.use((database) => sayStopped(database, row)).catch(() => {});
    },
  };
}

/** Whoever takes other senders' events replaces nobody here. */
function isRival(other: OtherInstance, own: HeartbeatOptions['instance']): boolean {
  if (senderOf(other.filter_version) !== senderOf(own.filterVersion)) return false;
  const differs = (theirs: string | null, ours: string | undefined) => (theirs ?? undefined) !== ours;
  return differs(other.filter_version, own.filterVersion) || differs(other.deployment_version, own.deploymentVersion);
}
