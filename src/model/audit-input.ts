// What audit looks at: the source code as a Slack app, what is subscribed beside it, and what was seen running.
import type { Program } from './code/program.ts';
import type { Route } from './code/routes.ts';
import type { SlackCode } from './code/slack-app.ts';
import type { InstallationFacts } from './installation.ts';
import type { QueueSurvey } from './queue-survey.ts';
import type { Location } from './rule.ts';
import type { RunningConsumer } from './running-consumer.ts';
import type { SubscriptionFile } from './subscription-file.ts';

export type Language = 'javascript' | 'typescript' | 'python';

/** What is read from files. */
export interface CodeInput extends SlackCode {
  readonly program: Program;
  /** HTTP handlers that receive from Slack without a framework of Slack's. */
  readonly routes: readonly Route[];
  readonly subscriptions: readonly SubscriptionFile[];
}

export interface QueuesSeen {
  readonly surveys: readonly (QueueSurvey & { readonly source: string; readonly location: Location })[];
  /** How long after the first delivery a copy can still come, and why. */
  readonly horizon: { readonly ms: number; readonly why: string };
}

export interface AuditInput extends CodeInput {
  /** Live rows of the database. Empty beside a gap is not "nothing runs". */
  readonly consumers: readonly RunningConsumer[];
  /** What Slack says of the configured tokens; undefined: it was not asked. */
  readonly installations: InstallationFacts | undefined;
  /** Of the configured queues; undefined: none was asked. */
  readonly queues: QueuesSeen | undefined;
  /** Keys that have more than one effect; asked only where the index that forbids it is not whole. */
  readonly repeated: readonly {
    readonly table: string;
    readonly keys: number;
    readonly example: string;
    readonly location: Location;
  }[];
  /** How the live schema differs from the one that makes repeats harmless. */
  readonly schema: readonly { readonly problem: string; readonly repair: string; readonly location: Location }[];
}

/** Beside code that is looked at alone. */
export const nothingRunning: Omit<AuditInput, keyof CodeInput> = {
  consumers: [],
  installations: undefined,
  queues: undefined,
  repeated: [],
  schema: [],
};
