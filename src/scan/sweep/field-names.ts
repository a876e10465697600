// Which properties of a log line the sweep reads, and how a name in bytes is recognised: in any spelling, without a string.
import type { FieldMap } from '../../model/field-map.ts';

/**
 * In the words of the fact lines; `time` is what the logger stamps, `wrapped` a line inside a collector's line, `sqs_message`
 * what only a message of a queue has, `collector` what only an export has, `sent` what came in, where it was logged as text.
 */
export const fieldNames = [
  ...['dedupe', 'event_id', 'subject', 'source_event_key', 'client_msg_id', 'delivery_id', 'run_id', 'call_id'],
  ...['request_id', 'queue', 'job_id', 'attempt', 'channel', 'ts', 'target', 'record_id', 'result_id', 'url'],
  ...['operation', 'outcome', 'status', 'disposition', 'retry_num', 'retry_reason', 'error_code', 'result', 'found'],
  ...['at', 'started_at', 'received_at', 'created_at', 'finished_at', 'answered_at', 'time', 'lease_until', 'run_at'],
  ...['event_type', 'action_id', 'actor', 'view_id', 'trigger_id', 'function_execution_id', 'provider', 'transport'],
  ...['instance_id', 'deployment_version', 'pid', 'settle_outcome', 'bot_id', 'idempotency_key', 'event_subtype'],
  ...['event_ts', 'sent'],
  ...['kind', 'wrapped', 'sqs_message', 'collector'],
] as const;
export type FieldName = (typeof fieldNames)[number];

/** The place of each field in the arrays of a read line. */
export const field = Object.fromEntries(fieldNames.map((name, i) => [name, i])) as Readonly<Record<FieldName, number>>;

/** Other names under which loggers write the same, as in `scan/app-line/names.ts`; without `_` and `-`, in lower case. */
const spellings: Partial<Record<FieldName, string>> = {
  event_id: 'slackeventid',
  channel: 'channelid slackchannel',
  ts: 'messagets slackts',
  request_id: 'xrequestid reqid @requestid functionrequestid awsrequestid lambdarequestid',
  retry_num: 'xslackretrynum slackretrynum retryattempt',
  retry_reason: 'xslackretryreason slackretryreason',
  queue: 'queuename',
  job_id: 'jid',
  attempt: 'attemptnumber attemptsstarted',
  status: 'statuscode httpstatus',
  error_code: 'errcode',
  event_subtype: 'subtype',
  time: 'timestamp @timestamp datetime asctime',
  instance_id: 'instance podname pod hostname',
  deployment_version: 'appversion serviceversion version release',
  pid: 'processid',
  collector: 'ingestiontime logstreamname',
  sqs_message: 'receipthandle approximatereceivecount md5ofmessagebody',
  sent: 'body payload',
  wrapped: 'log message @message msg textpayload line',
};

/** No line has these names themselves. */
const ofOthers: ReadonlySet<FieldName> = new Set(['sqs_message', 'collector', 'sent']);

/** Names that mean something only inside one object: `id` in `req`. Empty: at any place. */
interface Meaning {
  readonly hash: number;
  readonly inside: number;
  readonly field: number;
}

/** FNV-1a, as a 32-bit integer. */
export const seed = 0x811c9dc5 | 0;
export const prime = 0x01000193;

const buckets = 1024;

export class FieldNames {
  readonly #first = new Int32Array(buckets).fill(-1);
  readonly #meanings: Meaning[] = [];
  readonly #next: number[] = [];

  constructor(map: FieldMap) {
    for (const name of fieldNames) {
      for (const text of [...(ofOthers.has(name) ? [] : [name]), ...(spellings[name]?.split(' ') ?? [])])
        this.#add(text, '', field[name]);
    }
    for (const inside of ['req', 'request']) this.#add('id', inside, field.request_id);
    this.#add('id', 'job', field.job_id);
    this.#add('type', 'event', field.event_type);
    this.#add('user', 'event', field.actor);
    this.#add('reaction', 'event', field.action_id);
    this.#add('id', 'user', field.actor);
    for (const [name, path] of Object.entries(map.paths)) this.#addPath(path, name);
    if (map.kind) this.#addPath(map.kind.path, 'kind');
  }

  /** The field that a name stands for, inside an object with that name's hash; -1 when nobody asks for it. */
  of(hash: number, inside: number): number {
    let found = -1;
    for (let at = this.#first[hash & (buckets - 1)] as number; at >= 0; at = this.#next[at] as number) {
      const meaning = this.#meanings[at] as Meaning;
      if (meaning.hash !== hash) continue;
      if (meaning.inside === inside) return meaning.field;
      if (meaning.inside === 0) found = meaning.field;
    }
    return found;
  }

  #addPath(path: readonly string[], name: string): void {
    const at = field[name as FieldName];
    if (at !== undefined) this.#add(path.at(-1) ?? '', path.at(-2) ?? '', at);
  }

  #add(name: string, inside: string, at: number): void {
    const hash = hashOfName(Buffer.from(name), 0, Buffer.byteLength(name));
    const within = inside === '' ? 0 : hashOfName(Buffer.from(inside), 0, Buffer.byteLength(inside));
    const bucket = hash & (buckets - 1);
    this.#next.push(this.#first[bucket] as number);
    this.#first[bucket] = this.#meanings.push({ hash, inside: within, field: at }) - 1;
  }
}

/** `X-Slack-Retry-Num`, `xSlackRetryNum` and `http.x_slack_retry_num` are one name: only what stands behind the last dot counts. */
export function hashOfName(bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte === 95 || byte === 45) continue;
    if (byte === 46) hash = seed;
    else hash = Math.imul(hash ^ (byte >= 65 && byte <= 90 ? byte | 32 : byte), 0x01000193);
  }
  return hash;
}
