// By which names does a line belong to a story? The same as those by which a trace joins statements; see model/timeline/partition.
import { isUniqueRequest } from '../../model/request-id.ts';
import { field } from './field-names.ts';
import type { LineValues } from './line-values.ts';
import { NameHash, type NameKind } from './name-hash.ts';
import type { Stories } from './stories.ts';
import { sign } from './stories.ts';

export const mostNames = 20;
/** How a name joins: as all do; as a job's; where another line has taken it; or not at all, so that others find it. */
const way = { plain: 0, job: 1, found: 2, left: 3 } as const;

export class LineNames {
  count = 0;
  readonly #low = new Uint32Array(mostNames);
  readonly #high = new Uint32Array(mostNames);
  readonly #ways = new Uint8Array(mostNames);
  /** Places among the names; -1: not on this line. */
  readonly #own = { delivery_id: -1, run_id: -1, call_id: -1 };
  readonly #hash: NameHash;
  hasEvent = false;

  constructor(bits?: number) {
    this.#hash = new NameHash(bits);
  }

  /**
   * `hops`: a request id on it is one of a request, not one that a job has kept. `target`: the line tells of an object, which
   * is in that system where the line names none. `hasKeys`: what a target was given as a key joins as the key of an event does.
   */
  read(values: LineValues, hops: boolean, target?: { readonly constant: string | undefined }, hasKeys = false): void {
    this.count = 0;
    // What a person presses or types has a trigger in place of an event id.
    const act = target || values.has(field.event_id) ? field.event_id : field.trigger_id;
    this.hasEvent = this.#plain(values, 'event_id', act);
    if (target) this.#written(values, target.constant);
    else this.#comesBack(values);
    if (values.has(field.subject)) this.#plain(values, 'subject', field.subject);
    else if (values.subject(this.#hash.start('subject'))) this.#keep(way.plain);
    this.#plain(values, 'source_event_key', field.source_event_key);
    if (hasKeys) this.#plain(values, 'source_event_key', field.idempotency_key);
    this.#plain(values, 'client_msg_id', field.client_msg_id);
    this.#own.delivery_id = this.#plain(values, 'delivery_id', field.delivery_id) ? this.count - 1 : -1;
    this.#own.run_id = this.#plain(values, 'run_id', field.run_id) ? this.count - 1 : -1;
    this.#own.call_id = this.#plain(values, 'call_id', field.call_id) ? this.count - 1 : -1;
    if (values.isFact ? hops : !values.has(field.delivery_id)) this.#request(values);
    if (values.has(field.queue) && values.has(field.job_id) && this.jobInto(values, 'job')) this.#keep(way.job);
    if (values.has(field.job_id) && !values.isCount(field.job_id)) this.#task(values);
    if (target && !this.#isNamed()) this.#ways.fill(way.found, 0, this.count);
  }

  /** The hash of a job, or of one attempt of it: not kept. */
  jobInto(values: LineValues, kind: 'job' | 'attempt'): NameHash | undefined {
    this.#hash.start(kind);
    values.hash(field.queue, this.#hash);
    if (!values.hash(field.job_id, this.#hash.byte(47))) return undefined;
    if (kind === 'attempt' && !values.hash(field.attempt, this.#hash.byte(47))) return undefined;
    return this.#hash;
  }

  /** The name that this very delivery, run or call has. */
  own(kind: 'delivery_id' | 'run_id' | 'call_id'): NameHash | undefined {
    return this.#own[kind] < 0 ? undefined : this.#at(this.#own[kind]);
  }

  attempt(values: LineValues): NameHash | undefined {
    return this.jobInto(values, 'attempt')?.end();
  }

  /** The story that these names make one; -1 where there is no name. */
  join(stories: Stories, block: number, seconds: number): number {
    if (this.count === 0) return -1;
    let story = -1;
    let stale = -1;
    for (let i = 0; i < this.count; i++) {
      const found = this.#ways[i] === way.left ? undefined : stories.find(this.#at(i));
      if (found === undefined) continue;
      // Queues count their jobs from one after each flush: an id that another event had is another job.
      if (this.#ways[i] === way.job && this.hasEvent && found !== story && (stories.signsOf(found) & sign.event) !== 0)
        stale = i;
      else story = story < 0 ? found : stories.join(stories.rootOf(story), found);
    }
    if (story < 0) story = stories.create(block, seconds);
    else stories.touch(story, block, seconds);
    for (let i = 0; i < this.count; i++) {
      if (this.#ways[i] === way.found) continue;
      const slot = stories.names.slotOf(this.#at(i));
      if (stories.names.ownerAt(slot) < 0 || i === stale) stories.names.take(slot, this.#at(i), story);
    }
    if (this.hasEvent) stories.add(story, sign.event);
    return story;
  }

  /**
   * The story among these that `owner` knows, for a second look at the same line; -1 when none. A job belongs to the event
   * that named it last: `jobs` follows that.
   */
  owner(owner: (name: NameHash) => number, jobs: Map<number, number>): number {
    let found = -1;
    let job = -1;
    for (let i = 0; i < this.count && found < 0; i++) {
      if (this.#ways[i] === way.plain) found = owner(this.#at(i));
    }
    for (let i = 0; i < this.count && found < 0 && !this.#isNamed(); i++) found = owner(this.#at(i));
    for (let i = 0; i < this.count; i++) if (this.#ways[i] === way.job) job = i;
    if (job < 0) return found;
    const key = ((this.#high[job] as number) & 0x1fffff) * 2 ** 32 + (this.#low[job] as number);
    if (found < 0 && !this.hasEvent) return jobs.get(key) ?? owner(this.#at(job));
    if (this.hasEvent && (found >= 0 || jobs.has(key))) jobs.set(key, found);
    return found;
  }

  /** By something that belongs to one story; a line that tells of an object alone (it was deleted) follows the object. */
  #isNamed(): boolean {
    for (let i = 0; i < this.count; i++) if (this.#ways[i] === way.plain || this.#ways[i] === way.job) return true;
    return false;
  }

  /** An object is no name of its story, since other events may find it; but an event about it came of whoever wrote it. */
  #written(values: LineValues, constant: string | undefined): void {
    if (!values.has(field.record_id) || !(values.has(field.target) || constant !== undefined)) return;
    for (const inChannel of values.has(field.channel) ? [false, true] : [false]) {
      for (const [kind, how] of [
        ['written', way.left],
        ['subject', way.found],
      ] as const) {
        this.#hash.start(kind);
        if (!values.hash(field.target, this.#hash)) this.#hash.text(constant ?? '');
        if (inChannel) values.hash(field.channel, this.#hash.byte(58));
        if (values.hash(field.record_id, this.#hash.byte(58))) this.#keep(how);
      }
    }
  }

  /** What the app wrote comes back to it as an event. */
  #comesBack(values: LineValues): void {
    this.#hash.start('written');
    if (values.has(field.subject) ? values.hash(field.subject, this.#hash) : values.subject(this.#hash))
      this.#keep(way.found);
  }

  #request(values: LineValues): void {
    if (!values.has(field.request_id)) return;
    // Most are counters: of those no text is made.
    const length = values.length(field.request_id);
    const isUnique = length >= 12 || (length >= 6 && isUniqueRequest(values.text(field.request_id) ?? ''));
    if (values.isFact && !isUnique) {
      this.#plain(values, 'request_id', field.request_id);
      return;
    }
    // One name for what an app's line calls its request and what a line written for this program calls so.
    this.#hash.start('delivery_id').text('request:');
    if (!values.hash(field.request_id, this.#hash)) return;
    if (!isUnique) {
      if (!values.has(field.pid) && !values.has(field.instance_id)) return;
      this.#hash.byte(64);
      values.hash(field.instance_id, this.#hash);
      if (values.has(field.pid) && values.has(field.instance_id)) this.#hash.byte(47);
      values.hash(field.pid, this.#hash);
    }
    this.#keep(way.plain);
  }

  /** Workers do not name the queue of a task; what a queue counts is not one thing without it. */
  #task(values: LineValues): void {
    if (values.hash(field.job_id, this.#hash.start('task'))) this.#keep(way.job);
  }

  #plain(values: LineValues, kind: NameKind, at: number): boolean {
    if (!values.has(at) || !values.hash(at, this.#hash.start(kind))) return false;
    this.#keep(way.plain);
    return true;
  }

  #keep(how: number): void {
    const { low, high } = this.#hash.end();
    this.#low[this.count] = low;
    this.#high[this.count] = high;
    this.#ways[this.count] = how;
    this.count++;
  }

  #at(i: number): NameHash {
    this.#hash.low = this.#low[i] as number;
    this.#hash.high = this.#high[i] as number;
    return this.#hash;
  }
}
