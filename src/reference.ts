// What the user holds in hand: which identifiers does a reference name?
import { DedupeError } from './errors.ts';
import { pageOf, recordIdsIn } from './model/record-address.ts';
import type { Identifier } from './model/timeline/identifiers.ts';
import { partsOfKey } from './model/timeline/named-by-key.ts';
import { providers } from './providers/index.ts';

export interface Reference {
  /** As typed. */
  readonly text: string;
  /** Every reading that the text allows; the sources decide which one is known. */
  readonly identifiers: readonly Identifier[];
}

/** The forms, for the help and for errors. */
export const referenceForms =
  'event id, task id or URL, source_event_key, Slack permalink, CHANNEL:TS, or job:QUEUE/ID';

/** Throws DEDUPE_USAGE for what can be no reference. Whether it is known anywhere is for the sources to say. */
export function resolveReference(typed: string): Reference {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) {
    throw new DedupeError('DEDUPE_USAGE', 'a reference is one word', { hint: `It is an ${referenceForms}.` });
  }
  return { text, identifiers: readings(text) };
}

function readings(text: string): Identifier[] {
  if (text.startsWith('job:')) return [job(text.slice('job:'.length))];
  const subject = providers.map((provider) => provider.subjectFromReference(text)).find((one) => one !== undefined);
  if (subject !== undefined) return [{ type: 'subject', value: subject }, ...reply(subject)];
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return recordAt(text);
  if (/^Ev[A-Z0-9]+$/.test(text)) return [{ type: 'event_id', value: text }];
  if (text.includes(':')) return key(text);
  return [
    { type: 'event_id', value: text },
    { type: 'record_id', value: text },
    { type: 'source_event_key', value: text },
  ];
}

/** A message is also what a bot may have written: whoever sees two replies holds the link of one of them. */
function reply(subject: string): Identifier[] {
  const [, message] = /^slack:([CDG][A-Z0-9]+:\d+\.\d+)$/.exec(subject) ?? [];
  return message === undefined ? [] : [{ type: 'record', value: `slack/${message}` }];
}

function job(text: string): Identifier {
  if (/^.+\/[^/]+$/.test(text)) return { type: 'job', value: text };
  throw new DedupeError('DEDUPE_USAGE', `job:${text} names no job`, {
    hint: 'Write job:QUEUE/ID, for example job:tickets/1207.',
  });
}

/** A task's page: by its address where that was logged, however it was written, else by what is an id in it. */
function recordAt(text: string): Identifier[] {
  return [
    { type: 'url', value: text },
    { type: 'url', value: pageOf(text) ?? text },
    ...recordIdsIn(text).map((value): Identifier => ({ type: 'record_id', value })),
  ];
}

/** A source_event_key also names the event or the message that it was built from, where no ledger knows the key itself. */
function key(text: string): Identifier[] {
  const named: Identifier[] = [{ type: 'source_event_key', value: text }];
  const rest = partsOfKey(text)?.rest;
  if (rest === undefined) return named;
  const subject = providers.map((one) => one.subjectFromReference(rest)).find((one) => one !== undefined);
  return [...named, subject === undefined ? { type: 'event_id', value: rest } : { type: 'subject', value: subject }];
}
