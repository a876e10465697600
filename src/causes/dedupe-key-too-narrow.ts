// There is a guard, but its key differs between two copies of one message, so that neither meets the other.
import type { Cause } from '../model/cause.ts';
import { duplicatedEffects, isStated, recordNames } from '../model/timeline/duplicates.ts';
import { differingFields, type TwoKeys, twoKeysOf } from '../model/timeline/keys.ts';

export interface DedupeKeyTooNarrow {
  readonly form: TwoKeys['form'];
  readonly place: string;
  readonly keys: readonly [string, string];
  readonly facts: readonly [number, number];
  /** The fields that the differing parts were taken from; empty: none that was logged, so a random part or a clock. */
  readonly differ: readonly string[];
  /** What shows that both are about one message. */
  readonly shared: { readonly field: string; readonly value: string };
  /** The copies came by way of two workspaces: a channel that is shared between them. */
  readonly workspaces: readonly string[];
  readonly records: readonly string[];
  /** The keys stand on the objects alone: no question and no call was seen that bore them. */
  readonly onObjects: boolean;
}

export const dedupeKeyTooNarrow: Cause<DedupeKeyTooNarrow> = {
  id: 'dedupe-key-too-narrow',
  title: 'One message, two keys: the guard took the copies for strangers',
  family: 'GUARD',
  severity: 'error',
  deviatesAt: 'guard',
  problem:
    'A guard was asked for every copy and did what it should, for keys that differ although the message is one. The key holds something that changes ' +
    'from copy to copy: the event id (twins have two), the workspace (a shared channel has two), an envelope id, a row id, a random part. ' +
    'A key that goes to the target with the create fails in the same way when each attempt makes a new one.',
  signs: [
    'the guard was asked for both copies, both times with the answer "not seen", and the keys are different',
    'another field shows one message: event id, channel and ts, client_msg_id',
    'or the creates carry different idempotency keys, or the objects different source event keys',
  ],
  fix: [
    'Build the key from what the user did: for a message channel and ts (the inner ts for edits), then client_msg_id, then the event id.',
    'Keep out of it whatever the transport or the attempt makes: envelope id, delivery id, retry number, job id, random parts, and the workspace in channels that several share.',
    'Put app and consumer into it instead, so that two consumers of one message do not take the work from each other.',
    'Make the key once, where the event comes in, and hand it on to every attempt and to the target.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const found = twoKeysOf(timeline, effect);
      if (!found) return [];
      const { form, place, keys, facts, chains, shared } = found;
      const teams = new Set(chains.flatMap(({ delivery }) => delivery?.fields.workspace_id ?? []));
      const args: DedupeKeyTooNarrow = {
        form,
        place,
        keys,
        facts: [facts[0].n, facts[1].n],
        differ: differingFields(found),
        shared,
        workspaces: teams.size > 1 ? [...teams] : [],
        records: recordNames(effect.chains),
        onObjects: facts[0].kind === 'record',
      };
      const isWhole = chains.every((chain) => isStated(chain, 'run'));
      // A key that only stands on the objects did not make the second create happen; it failed to stop it.
      const certainty = args.onObjects ? 'open' : isWhole ? 'shown' : 'consistent';
      const numbers = [...facts, ...chains.map(({ record }) => record)].map(({ n }) => n);
      return [{ rule: 'dedupe-key-too-narrow', args, certainty, facts: [...new Set(numbers)] }];
    });
  },

  /** A key that was only sent to the target is the last chance: whatever went wrong before it came first. */
  linkOf: ({ form }) => (form === 'asked' ? 'guard' : 'record'),

  say({ form, place, keys, differ, records }) {
    const [first, second] = keys;
    const what = differ.length === 0 ? 'a part that changes from copy to copy' : listed(differ);
    return form === 'asked'
      ? `The guard ${place} was asked for both copies of one message, but with two keys, ${first} and ${second}: they differ in ${what}. Each made its own: ${listed(records)}.`
      : `One message went to ${place} under two keys, ${first} and ${second}: they differ in ${what}, so that ${place} could not see that ${listed(records)} are one.`;
  },

  because({ facts, keys, differ, shared, workspaces, onObjects }) {
    const lines = [
      `#${facts[0]} has the key ${keys[0]}, #${facts[1]} has ${keys[1]}`,
      `both copies have one ${shared.field}, ${shared.value}`,
    ];
    lines.push(
      differ.length === 0
        ? 'what differs is no field that was logged: a random part, or a clock'
        : `what differs: ${listed(differ)}`,
    );
    if (onObjects)
      lines.push(
        'keys on the objects say why nothing stopped the second create, not what began it: run, guard or call lines would',
      );
    if (workspaces.length > 1)
      lines.push(`the copies came by two workspaces, ${workspaces.join(' and ')}: a shared channel`);
    return lines;
  },
};

function listed(names: readonly string[]): string {
  return names.join(' and ');
}
