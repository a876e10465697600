// What is counted while a log is swept, whether or not a story is looked at: the raw material of the figures.

import { Spread } from '../../model/spread.ts';
import { field } from './field-names.ts';
import type { LineValues } from './line-values.ts';
import { NameHash } from './name-hash.ts';

/** Beyond this many different values the rest is counted together. */
const mostNames = 200;

export interface InstanceSeen {
  readonly instance: string;
  readonly version: string | undefined;
  first: number;
  last: number;
}

export class LogTally {
  readonly answers = new Spread();
  readonly waits = new Spread();
  readonly latency = new Spread();
  readonly retries = new Map<string, number>();
  readonly bots = new Map<string, number>();
  readonly instances = new Map<number, InstanceSeen>();
  deliveries = { seen: 0, disposed: 0, duplicates: 0, marked: 0 };
  guards = { asked: 0, hits: 0 };
  jobs = { enqueued: 0, begun: 0, deepest: 0 };
  attempts = 0;
  calls = { lines: 0, creates: 0, unknown: 0, conflicts: 0 };
  /** Lines about creates that tell no end, and have no name by which other lines of theirs could be found. */
  nameless = 0;
  looks = { asked: 0, found: 0 };
  /** Records and creates that were answered with an id. */
  effects = 0;
  /** Attempts of which the queue's own verdict is logged, and those that it gave up. */
  settled = 0;
  gaveUp = 0;
  readonly #hash = new NameHash();
  readonly #answered = new WaitingEnds();
  readonly #called = new WaitingEnds();
  readonly #queued = new WaitingEnds();

  /** Lines of one delivery share a slot: its beginning and its answer may stand on two of them. */
  delivery(values: LineValues, slot: number, isNew: boolean): void {
    const at = values.moment(field.at);
    const answered = values.moment(field.answered_at);
    this.answers.add(this.#answered.span(slot, at, answered));
    if (isNew) this.#arrival(values);
    const disposition = values.first(field.disposition);
    if (disposition !== 0) this.deliveries.disposed++;
    if (disposition === 100) this.deliveries.duplicates++;
  }

  /** One line about a delivery of which nothing else is told; NaN: it does not say how long that took. */
  request(duration: number): void {
    this.answers.add(duration);
    this.deliveries.seen++;
  }

  #arrival(values: LineValues): void {
    this.deliveries.seen++;
    const bot = values.text(field.bot_id);
    if (bot !== undefined) count(this.bots, bot);
    const retry = values.number(field.retry_num);
    if (Number.isNaN(retry)) return;
    this.deliveries.marked++;
    if (retry > 0) count(this.retries, values.text(field.retry_reason) ?? 'no reason logged');
  }

  guard(isHit: boolean): void {
    this.guards.asked++;
    if (isHit) this.guards.hits++;
  }

  job(slot: number, ms: number): void {
    this.jobs.enqueued++;
    this.jobs.deepest = Math.max(this.jobs.deepest, this.jobs.enqueued - this.jobs.begun);
    this.#queued.span(slot, ms, Number.NaN);
  }

  attempt(values: LineValues, isNew: boolean, job: number): void {
    if (values.has(field.settle_outcome)) this.settled++;
    if (values.is(field.settle_outcome, 'failed')) this.gaveUp++;
    if (!isNew) return;
    this.attempts++;
    const taken = firstOf(values.moment(field.received_at), values.moment(field.started_at), values.moment(field.at));
    const waited = this.#queued.span(job, Number.NaN, taken);
    if (!Number.isNaN(waited) || values.number(field.attempt) === 1) this.jobs.begun++;
    this.waits.add(waited);
  }

  call(values: LineValues, slot: number, outcome: number, status: number): void {
    this.calls.lines++;
    const begun = firstOf(values.moment(field.started_at), values.moment(field.at));
    const finished = values.moment(field.finished_at);
    const took = this.#called.span(slot, begun, finished);
    // Of a call that nobody heard of again it says how long the caller waited, and not how long the target took.
    if (outcome !== 117) this.latency.add(took);
    if (!Number.isNaN(finished) || outcome !== 0) this.calls.creates++;
    if (outcome === 117) this.calls.unknown++;
    const code = values.text(field.error_code) ?? '';
    if (outcome === 114 && (status === 409 || code === '23505' || /conflict|duplicate|unique/i.test(code)))
      this.calls.conflicts++;
  }

  namelessCall(values: LineValues): void {
    const [operation, outcome] = [values.first(field.operation), values.first(field.outcome)];
    if (operation !== 0 && operation !== 99) return;
    this.calls.lines++;
    if (outcome === 117 || (outcome === 0 && !values.has(field.result_id))) this.nameless++;
  }

  look(found: number): void {
    this.looks.asked++;
    if (found > 0) this.looks.found++;
  }

  /** Any line that names its instance. */
  instance(values: LineValues, ms: number): void {
    if (Number.isNaN(ms) || !values.hash(field.instance_id, this.#hash.start('value'))) return;
    values.hash(field.deployment_version, this.#hash.byte(10));
    const { low, high } = this.#hash.end();
    const name = (high & 0x1fffff) * 2 ** 32 + low;
    const known = this.instances.get(name);
    if (known) {
      if (ms < known.first) known.first = ms;
      if (ms > known.last) known.last = ms;
    } else if (this.instances.size < 10_000) {
      const instance = values.text(field.instance_id) ?? '';
      const version = values.text(field.deployment_version);
      this.instances.set(name, { instance, version, first: ms, last: ms });
    }
  }
}

/** Begun here, ended there: kept until the end comes, the oldest given up when too many wait. */
class WaitingEnds {
  readonly #begun = new Map<number, number>();

  /** NaN until both ends are known. */
  span(slot: number, begun: number, ended: number): number {
    if (!Number.isNaN(begun) && !Number.isNaN(ended)) {
      this.#begun.delete(slot);
      return ended - begun;
    }
    if (slot < 0) return Number.NaN;
    const known = this.#begun.get(slot);
    if (!Number.isNaN(ended)) {
      if (known === undefined) return Number.NaN;
      this.#begun.delete(slot);
      return ended - known;
    }
    if (known !== undefined || Number.isNaN(begun)) return Number.NaN;
    this.#begun.set(slot, begun);
    if (this.#begun.size > mostWaiting)
      for (const oldest of this.#begun.keys()) {
        this.#begun.delete(oldest);
        break;
      }
    return Number.NaN;
  }
}

/** An answer comes soon after its arrival: those still open are few, whatever the size of the log. */
const mostWaiting = 20_000;

function firstOf(...moments: readonly number[]): number {
  return moments.find((ms) => !Number.isNaN(ms)) ?? Number.NaN;
}

function count(names: Map<string, number>, name: string): void {
  const key = names.has(name) || names.size < mostNames ? name : 'others';
  names.set(key, (names.get(key) ?? 0) + 1);
}
