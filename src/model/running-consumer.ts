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

/** Whose events a filter decides about, as its version begins: `slack`, `slack.support`, `github`. Undefined: it has none. */
export function senderOf(filterVersion: string | null | undefined): string | undefined {
  return /^(.+?)-\d+-[0-9a-f]{10}/.exec(filterVersion ?? '')?.[1];
}

/** Consumers that stand in for each other: of one role, for the events of one sender. */
export function alike<One extends Pick<RunningConsumer, 'role' | 'filterVersion'>>(consumers: readonly One[]): One[][] {
  const groups = new Map<string, One[]>();
  for (const one of consumers) {
    const name = JSON.stringify([one.role, senderOf(one.filterVersion)]);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

/** So often does a process of the pipeline say that it lives. */
export const heartbeatMs = 10_000;
/** One beat may be missed while the database is busy, and two while it restarts; who has missed three is gone. */
export const aliveMs = 3 * heartbeatMs;
/** What that looks at, for whoever reads the answer: one that was killed counts until then. */
export const aliveSpan = `the last ${aliveMs / 1_000} s (three heartbeats)`;
