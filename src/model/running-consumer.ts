// A consumer that said lately that it lives.
import type { Location } from './rule.ts';

export interface RunningConsumer {
  readonly instanceId: string;
  readonly role: string;
  readonly deploymentVersion: string | undefined;
  readonly filterVersion: string | undefined;
  readonly appId: string | undefined;
  readonly tokenDigest: string | undefined;
  /** What a reader can open: the configuration that names the database. */
  readonly location: Location;
}

/** So often does a process of the pipeline say that it lives. */
export const heartbeatMs = 10_000;
/** One beat may be missed while the database is busy, and two while it restarts; who has missed three is gone. */
export const aliveMs = 3 * heartbeatMs;
/** What that looks at, for whoever reads the answer: one that was killed counts until then. */
export const aliveSpan = `the last ${aliveMs / 1_000} s (three heartbeats)`;
