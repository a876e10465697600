// What the user holds in hand: which identifiers does a reference name?
import { DedupeError } from './errors.ts';
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

/** What stands before an id in the addresses of trackers: `/issues/41/edit`, `/lightning/r/Case/500…/view`, `/leads/detail/7`. */
const before = /^(issues?|browse|pull|merge_requests|tickets?|cases?|tasks?|detail|details|record)$/i;
/** A key that says so itself, wherever it stands: `OPS-41`. */
const trackerKey = /^[A-Z][A-Z0-9_]+-\d+$/;

/** A task's page: by its whole address where that was logged, else by what can be an id in it: at its end, or where trackers have it. */
function recordAt(text: string): Identifier[] {
  const { pathname, searchParams } = new URL(text);
  const parts = pathname.split('/').filter((part) => part !== '');
  const isNamed = (part: string, i: number) => before.test(parts[i - 1] ?? '') && /\d/.test(part);
  const named = parts.filter((part, i) => trackerKey.test(part) || isNamed(part, i));
  const selected = searchParams.get('selectedIssue');
  const ids = selected === null ? named : [selected];
  if (ids.length === 0) ids.push(parts.at(-1) ?? '');
  return [
    { type: 'url', value: text },
    ...[...new Set(ids)].map((value): Identifier => ({ type: 'record_id', value })),
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
