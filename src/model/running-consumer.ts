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
