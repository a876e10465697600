// One act can be kept under several names: each question asks for one of them.
import { type Act, keysOf } from '../world/act.ts';

export const questionNames = ['marker', 'event_id', 'key', 'channel', 'ts', 'team', 'client_msg_id'] as const;
export type QuestionName = (typeof questionNames)[number];
export type Question = Readonly<Record<QuestionName, string>>;

export function questionsOf(act: Act): Question[] {
  const { marker, ts, clientMsgId, identity, eventIds } = act;
  const same = { marker, ts, channel: identity.channelId, team: identity.teamId, client_msg_id: clientMsgId };
  const events = eventIds.length > 0 ? eventIds : [''];
  return keysOf(act).flatMap((key) => events.map((event_id) => ({ ...same, key, event_id })));
}

/** Without the repetitions that differ only in what is not asked for. */
export function distinct(questions: readonly Question[], asked: readonly QuestionName[]): Question[] {
  const known = new Map(questions.map((one) => [JSON.stringify(asked.map((name) => one[name])), one]));
  return [...known.values()];
}
