// Is a copy recognised by something that copies do not share, or strangers do?
import type { AuditInput } from '../model/audit-input.ts';
import { placeOf } from '../model/code/answers.ts';
import { storeUses } from '../model/code/dedupe-stores.ts';
import { keyWords } from '../model/code/key-words.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly key: string;
  readonly why: string;
}

export const weakDedupeKey = defineRule<AuditInput, Args>({
  id: 'weak-dedupe-key',
  title: 'The key of the dedupe store does not name one event',
  severity: 'note',
  problem:
    'Text and its hash are the same for two people who ask the same; signature and timestamp of a request are new for every retry; a ts alone repeats in other channels; an envelope id can be new for a copy.',
  fix: ['Build the key from workspace, channel and ts of the message, or from app, workspace and event id.'],
  check({ listeners, routes }) {
    const seen = new Set<unknown>();
    return [...listeners, ...routes].flatMap(({ acts }) => {
      const uses = storeUses(acts);
      return uses.flatMap(({ act, key, scope, does, store }) => {
        const why = does === 'ask' ? weakness(keyWords(key, scope)) : undefined;
        if (!why || seen.has(key) || !uses.some((one) => one.does === 'note' && one.store === store)) return [];
        seen.add(key);
        return [found(this.id, placeOf(act), { key: why.key, why: why.why }, { certainty: 'consistent' })];
      });
    });
  },
  say: ({ key, why }) => `The key is ${key}: ${why}.`,
});

function weakness(words: readonly string[]): Args | undefined {
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (has(/event_?id|client_?msg_?id|trigger_?id/i)) return undefined;
  if (has(/envelope_?id/i)) return { key: 'the envelope id', why: 'a copy can come under a new one' };
  if (has(/signature|request_?timestamp/i))
    return { key: 'the signature or the time of the request', why: 'each retry has a new one' };
  if (has(/^(ts|event_?ts|message_?ts)$/i) && !has(/channel|conversation|thread/i))
    return { key: 'a ts without its channel', why: 'two channels can have the same' };
  return undefined;
}
