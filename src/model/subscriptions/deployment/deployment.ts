// What a template deploys, as the rules ask about it: functions, what calls them, and the queues between.
import type { Location } from '../../rule.ts';
import type { SubscriptionFile } from '../../subscription-file.ts';

/** A number of the template, or the platform's default where it says nothing. Undefined: left to somebody else. */
export interface Figure {
  readonly value: number | undefined;
  readonly location: Location;
  readonly isDefault: boolean;
}

export type TriggerKind = 'sqs' | 'sns' | 'http' | 'schedule' | 'events' | 's3' | 'stream';

export interface Trigger {
  readonly kind: TriggerKind;
  /** Logical name or address of what it listens to; undefined where that is left open. */
  readonly source: string | undefined;
  readonly path: string | undefined;
  readonly location: Location;
  readonly batchSize: number | undefined;
  readonly hasPartialResponse: boolean;
  /** Two triggers of one source that let different things through are not two copies. */
  readonly filter: string;
}

export interface DeployedFunction {
  readonly id: string;
  readonly location: Location;
  readonly timeoutS: Figure;
  readonly triggers: readonly Trigger[];
  /** Where an asynchronous call goes that failed for good. */
  readonly hasFailureDestination: boolean;
  /** Undefined: the platform's two. */
  readonly maximumRetries: number | undefined;
}

export interface DeployedQueue {
  /** Its logical name and its own, either of which a trigger may use. */
  readonly names: readonly string[];
  readonly location: Location;
  readonly visibilityS: Figure;
  readonly isFifo: boolean;
  readonly hasDeadLetters: boolean;
  readonly receiveCount: Figure | undefined;
}

export interface Deployment {
  readonly file: SubscriptionFile;
  readonly functions: readonly DeployedFunction[];
  readonly queues: readonly DeployedQueue[];
}

export function queueOf({ queues }: Deployment, { source }: Trigger): DeployedQueue | undefined {
  if (source === undefined) return undefined;
  const name = source.startsWith('arn:') ? source.split(':').at(-1) : source;
  return queues.find(({ names }) => names.includes(source) || (name !== undefined && names.includes(name)));
}

/** Called without waiting for an answer: the platform itself repeats what failed. */
export function isAsynchronous({ kind }: Trigger): boolean {
  return kind === 'sns' || kind === 'schedule' || kind === 'events' || kind === 's3';
}
