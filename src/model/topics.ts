// Texts of `dedupe explain` that are about no rule: the formats that other programs write and read.
// Their schemas stand apart in topic-schemas.ts: whoever only asks for a rule does not wait for them.

export interface Topic {
  readonly id: TopicId;
  readonly meaning: string;
  /** Name of the file under `event-dedupe/schemas/`. */
  readonly file: string;
  readonly paragraphs: readonly string[];
}

export type TopicId = 'fact-lines' | 'trace-document' | 'saved-trace' | 'scan-document';

export const topics: readonly Topic[] = [
  {
    id: 'fact-lines',
    meaning: 'the log format that any language can write and every trace can read',
    file: 'fact-lines.json',
    paragraphs: [
      'One JSON object a line; the field "dedupe" names the kind. Beside it a line needs one time and one identity; ' +
        'everything else is optional, and fields that are not listed here are ignored.',
      'Times are ISO 8601 with a zone, or epoch milliseconds. "at" is when the thing began. ' +
        'A field that is absent was not logged; it says nothing about the world.',
      'Lines of one kind with one identity (delivery_id; run_id; queue, job_id and attempt; call_id; target and ' +
        'record_id) are one fact: a later line adds what the earlier one could not know yet.',
    ],
  },
  {
    id: 'trace-document',
    meaning: 'the JSON that "dedupe trace --format json" writes',
    file: 'trace-document.v1.json',
    paragraphs: [
      'Everything that one trace computed. It changes only with "version". Facts are numbered; findings, records and ' +
        'refuted theories point at them by number.',
    ],
  },
  {
    id: 'saved-trace',
    meaning: 'the file that "dedupe trace --save" writes and --from replays',
    file: 'saved-trace.v1.json',
    paragraphs: [
      'Every statement about the event as its source made it, what could not be read, and the answer of the version that ' +
        'wrote it. A replay makes the timeline and asks the causes anew, so that a newer version gives its own answer.',
      'Under --anonymize each name and id is replaced, the same one by the same everywhere, inside keys and addresses too; ' +
        'moments keep their distances and begin at 2020-01-01T00:00:00Z. Event types, retry headers, answers and their ' +
        'times, outcomes and leases stay; so do words that everybody uses and numbers below 100. Look at it before you ' +
        'hand it on.',
    ],
  },
  {
    id: 'scan-document',
    meaning: 'the JSON that "dedupe scan --format json" writes',
    file: 'scan-document.v1.json',
    paragraphs: [
      'Everything that one scan found, grouped by cause. It changes only with "version". Null is "not known", never zero. ' +
        'With --format jsonl the same stands on lines of their own, told apart by "type".',
    ],
  },
];
