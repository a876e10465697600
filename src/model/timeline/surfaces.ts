// One wish told through two surfaces: a command names no message, so that only person, place and time can join it to another act.
import type { Fact } from '../fact.ts';

/** Types whose event has no id of its own: the id of the act stands for it. */
export const interactions: ReadonlySet<unknown> = new Set([
  'block_actions',
  'interactive_message',
  'message_action',
  'shortcut',
  'slash_command',
  'view_submission',
  'view_closed',
]);

export interface ByHand {
  readonly type: string | undefined;
  readonly actor: string | undefined;
  readonly channel: string | undefined;
  readonly at: number | undefined;
}

/** Whoever types a command about what they have just done needs this long, and no longer. */
const secondsApartMs = 10_000;

/** A command and another act of one person in one channel, within seconds. Never more than likely: two wishes can look like this. */
export function isOneHand(a: ByHand, b: ByHand): boolean {
  const isCommand = (act: ByHand) => act.type === 'slash_command';
  if (isCommand(a) === isCommand(b) || a.type === undefined || b.type === undefined) return false;
  const isOne = (name: 'actor' | 'channel') => a[name] !== undefined && a[name] === b[name];
  if (a.at === undefined || b.at === undefined || !isOne('actor') || !isOne('channel')) return false;
  return Math.abs(a.at - b.at) <= secondsApartMs;
}

type Arrived = { readonly kind: Fact['kind']; readonly at: number | undefined; readonly fields: Fact['fields'] };

/** The event ids of each such pair of arrivals. */
export function joinedByHand(facts: readonly Arrived[]): [string, string][] {
  const acts = facts.flatMap(({ kind, at, fields: { event_id, event_type: type, actor, channel } }) =>
    kind === 'delivery' && event_id !== undefined ? [{ id: event_id, type, actor, channel, at }] : [],
  );
  const commands = acts.filter(({ type }) => type === 'slash_command');
  return commands.flatMap((command) =>
    acts.filter((act) => isOneHand(command, act)).map(({ id }): [string, string] => [command.id, id]),
  );
}
