// What this adapter needs of Bolt, by its shape: it works with whatever version has it, and imports none.
// https://docs.slack.dev/tools/bolt-js/concepts/receiver
import type { IncomingMessage, ServerResponse } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: what an application answers with is Bolt's matter.
export type Ack = (response?: any) => Promise<void>;

export interface BoltEvent {
  readonly body: Readonly<Record<string, unknown>>;
  readonly ack: Ack;
  readonly retryNum?: number;
  readonly retryReason?: string;
  readonly customProperties?: Readonly<Record<string, unknown>>;
}

export interface BoltApp {
  /** Of an app for one workspace; one for many has a token for each. */
  readonly client?: { readonly token?: string | undefined };
  processEvent(event: BoltEvent): Promise<void>;
  use(middleware: (given: { readonly next: () => Promise<void> }) => Promise<void>): unknown;
  event?: Listen;
  message?: Listen;
  assistant?: Listen;
}

// biome-ignore lint/suspicious/noExplicitAny: the listeners are the application's.
type Listen = (...given: any[]) => unknown;

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface BoltReceiver {
  requestListener?: Listener;
  /** Express's: what it goes through in the order of its `stack`. */
  router?: {
    readonly stack: unknown[];
    use(middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown): unknown;
  };
  // biome-ignore lint/suspicious/noExplicitAny: Bolt's own type of an application is wider than what is needed here.
  init(app: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: each receiver has its own.
  start(...given: any[]): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: each receiver has its own.
  stop(...given: any[]): Promise<unknown>;
}
