// Which replies of bots in a thread can be copies of one answer to one message?
import type { SlackMessage, SlackThread } from '../slack/connection.ts';

export interface Answers {
  /** Of the message that was answered to. */
  readonly ts: string;
  /** Alike or named alike: each was made for the message. One alone is the only answer. */
  readonly copies: readonly SlackMessage[];
  /** Replies that read differently: "working on it" and "done" are steps of one answer, and nobody's copies. */
  readonly others: number;
  /** Behind a further message of a person, and so perhaps an answer to that one. */
  readonly late: number;
  readonly isCut: boolean;
  readonly isAlone: boolean;
}

/** `appOf` names the author's app, where that is known. Asked about a reply, it answers about what was replied to. */
export function answersOf(
  { messages, isCut, isAlone }: SlackThread,
  asked: string,
  appOf: (message: SlackMessage) => string | undefined,
): Answers {
  const isBot = (message: SlackMessage) => message.botId !== undefined || appOf(message) !== undefined;
  const upTo = messages.filter(({ ts }) => ts <= asked);
  const ts = upTo.findLast((message) => !isBot(message))?.ts ?? upTo[0]?.ts ?? asked;
  const after = messages.filter((message) => message.ts > ts);
  const next = after.findIndex((message) => !isBot(message));
  const near = next < 0 ? after : after.slice(0, next);
  const far = next < 0 ? [] : after.slice(next).filter(isBot);
  // A key says what a reply was made for, wherever in the thread it stands.
  const keyed = after.filter((message) => isFor(message, ts, near.includes(message)));
  const plain = near.filter(({ sourceEventKey }) => sourceEventKey === undefined);
  const groups = grouped(plain);
  const alike = groups.find((group) => group.length > 1) ?? groups[0] ?? [];
  const copies = keyed.length > 0 ? keyed : alike;
  return {
    ts,
    copies,
    others: plain.filter((message) => !copies.includes(message)).length,
    late: far.filter((message) => !copies.includes(message)).length,
    ...{ isCut, isAlone },
  };
}

function isFor({ sourceEventKey: key }: SlackMessage, ts: string, isNear: boolean): boolean {
  if (key === undefined) return false;
  const named = /:(\d{10}\.\d{6})/.exec(key)?.[1];
  return named === undefined ? isNear : named === ts;
}

function grouped(messages: readonly SlackMessage[]): SlackMessage[][] {
  const groups = new Map<string, SlackMessage[]>();
  for (const message of messages) groups.set(message.likeness, [...(groups.get(message.likeness) ?? []), message]);
  return [...groups.values()];
}
