// What a scenario can do to the receivers, and whom it can ask what came of it.
import type { HookName } from '../../model/drill-hooks.ts';
import type { ScenarioResult } from '../../model/scenario.ts';
import type { Counter } from '../count/counter.ts';
import type { Act, Identity } from './act.ts';
import type { Hooks } from './hooks.ts';
import type { Expectation, Told } from './judge.ts';
import type { SlackRequest } from './payloads.ts';
import type { Answer, How, Signed } from './sender.ts';

/** Milliseconds. */
export interface Timing {
  /** So long an object may take to appear; one that comes later is lost. */
  readonly waitMs: number;
  /** So long after a later event has had its effect nothing more may appear. */
  readonly quietMs: number;
  /** So long the database is away. */
  readonly outageMs: number;
  /** So long a worker takes to reach the obstacle of `hold_after_create`. */
  readonly holdMs: number;
  /** Between two attempts that Slack would make a minute apart. */
  readonly retryMs: number;
  /** After so long work that was left is repeated at the latest: the lease, or the longest delay of a retry. Undefined: not declared. */
  readonly longestRepeatMs: number | undefined;
}

/** Objects that an app makes on purpose, beside the one of the message. */
export interface Expects {
  readonly edit: number;
  readonly threadReply: number;
  readonly button: number;
}

export interface DrillOptions {
  readonly receivers: readonly URL[];
  /** Where clicks go; the receivers when it is empty. */
  readonly interactivity: readonly URL[];
  readonly secret: string;
  readonly identity: Identity;
  readonly event: 'message' | 'app_mention';
  readonly counter: Counter;
  readonly deadLetters: Counter | undefined;
  readonly hooks: Hooks;
  readonly timing: Timing;
  readonly expects: Expects;
  readonly rounds: number;
  readonly copies: number;
  /** Response header that holds the id of the result, in small letters. */
  readonly resultHeader: string;
  readonly nonce: string;
  readonly now: () => number;
}

export interface Drill
  extends Pick<DrillOptions, 'event' | 'timing' | 'expects' | 'rounds' | 'copies' | 'deadLetters'> {
  act(): Act;
  /** What the app is expected to act on: the person's message, or their mention of the app. */
  ordinary(act: Act): SlackRequest;
  sign(request: SlackRequest, how?: How): Signed;
  /** To the receivers in turn. */
  send(signed: Signed): Promise<Answer>;
  deliver(request: SlackRequest, how?: How): Promise<Answer>;
  /** At once, on a connection of its own for each, spread over all receivers. */
  sendTogether(signed: readonly Signed[]): Promise<readonly Answer[]>;
  /** As Slack does: up to three repeats with their headers, and no more once it was answered with 2xx. */
  deliverWithRetries(request: SlackRequest): Promise<readonly Answer[]>;
  /** Ids of the act's objects now. Throws CountFailed. */
  count(act: Act): Promise<readonly string[]>;
  /** Until there are so many; false when they have not come in time. */
  appears(act: Act, wanted?: number): Promise<boolean>;
  has(hook: HookName): boolean;
  /** What the command printed. `act` tells the command whom it is about. */
  hook(name: HookName, act?: Act): Promise<string>;
  /** `mend` is run however `work` ends, an interrupt included. */
  between<T>(breaks: HookName, mend: HookName, work: () => Promise<T>, act?: Act): Promise<T>;
  /** Runs the hook stop, also after an interrupt. */
  end(): Promise<void>;
  /** Until all receivers take connections. */
  ready(): Promise<void>;
  /** One more receiver, for as long as `work` takes. */
  beside<T>(url: URL, work: () => Promise<T>): Promise<T>;
  pause(ms: number): Promise<void>;
  /** An ordinary event, which must have its effect: else nothing can be concluded from anything. Throws NotRun. */
  control(): Promise<Act>;
  judge(expected: readonly Expectation[], told?: Told): Promise<ScenarioResult>;
  /** After a fault that leaves work: waits until it is repeated, and without a known time for that nothing is safe. */
  judgeLater(expected: readonly Expectation[], told?: Told): Promise<ScenarioResult>;
}
