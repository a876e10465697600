// What one line adds to its story: an effect, a failure, something begun and never ended. Reasons to look, never answers.
import type { FactKind } from '../../model/fact-fields.ts';
import type { FieldMap } from '../../model/field-map.ts';
import { actionOf } from '../../model/timeline/effects.ts';
import { ActsByHand } from './by-hand.ts';
import { endsCall, isOpen } from './call-ends.ts';
import { factKindOf } from './fact-kind.ts';
import { field } from './field-names.ts';
import { LineNames, mostNames } from './line-names.ts';
import { LineValues } from './line-values.ts';
import { NameHash } from './name-hash.ts';
import { mark, type Stories, sign } from './stories.ts';
import type { LogTally } from './tally.ts';

/** `app`: an ordinary line about an arrival; `tie`: an echo of one that still says which request brought the event. */
export type LineKind = FactKind | 'app' | 'tie';

const hopKinds: ReadonlySet<FactKind> = new Set(['delivery', 'run', 'guard', 'call', 'record']);
/** Kinds of objects beyond this many share a place: a story with two of them is looked at for nothing. */
const places = 3;
const begunAttempt = mark.begun | mark.attempt;
const endedAttempt = begunAttempt | mark.ended;

interface SignOptions {
  /** For tests: bits of each half of a hash. */
  readonly bits?: number | undefined;
  readonly openCreates?: boolean | undefined;
}

export class LineSigns {
  readonly values: LineValues;
  readonly names: LineNames;
  readonly stories: Stories;
  /** Kinds that this file tells in lines written for this program; its other lines of these kinds are only an echo. */
  factKinds = new Set<FactKind>();
  /** Kinds of work whose end some line tells: only there a missing end means something. */
  readonly ends = { run: false, attempt: false, call: false };
  readonly #map: FieldMap;
  readonly #tally: LogTally;
  readonly #classes = new Map<number, number>();
  readonly #hands = new ActsByHand();
  /** Two objects of one story are told apart by 32 bits: once in four thousand million pairs they are not. */
  readonly #object = new NameHash();
  /** A create of which no line says that it was done or refused is looked at, and found by its key. */
  readonly #openCreates: boolean;

  constructor(map: FieldMap, tally: LogTally, stories: Stories, { bits, openCreates = false }: SignOptions = {}) {
    this.values = new LineValues(map);
    this.names = new LineNames(bits);
    this.stories = stories;
    this.#openCreates = openCreates;
    this.ends.call = openCreates;
    this.#map = map;
    this.#tally = tally;
  }

  /** What kind of line it is; undefined: it belongs to no story. Its values must have been read. */
  kind(): LineKind | undefined {
    const { values } = this;
    if (values.isFact) return factKindOf(values);
    const said = this.#map.kind && (values.text(field.kind) ?? values.flag(field.kind));
    const mapped = said === undefined ? undefined : this.#map.kind?.when[said];
    if (mapped !== undefined) return mapped as FactKind;
    if (values.has(field.record_id) && 'record_id' in this.#map.paths) return 'record';
    if (values.has(field.job_id) && values.has(field.attempt))
      return this.factKinds.has('attempt') ? undefined : 'attempt';
    if (!this.factKinds.has('delivery')) return 'app';
    return values.has(field.event_id) && values.has(field.request_id) ? 'tie' : undefined;
  }

  /** `block`: where it stands; `ms`: when it was, NaN where that is not known. */
  take(kind: LineKind, block: number, ms: number): void {
    const { names, stories, values } = this;
    if (stories.names.size + mostNames > stories.names.capacity * 0.8) stories.names.makeRoom();
    this.readNames(kind);
    const story = names.join(stories, block, Number.isNaN(ms) ? 0 : Math.floor(ms / 1000));
    if (story < 0 && kind === 'call') this.#tally.namelessCall(values);
    if (story < 0) return;
    if (kind === 'delivery' || kind === 'app') this.#delivery(story, Number.isNaN(ms) ? 0 : Math.floor(ms / 1000));
    else if (kind === 'attempt') this.#attempt(story);
    else if (kind === 'call') this.#call(story);
    else if (kind === 'record') this.#record(story);
    else if (kind === 'run') this.#run(story);
    else if (kind === 'job') {
      stories.add(story, sign.work | sign.job);
      this.#tally.job(this.#jobSlot(), ms);
    } else if (kind === 'guard') this.#guard(story);
  }

  /** The names of the line that was read last, for `names`. */
  readNames(kind: LineKind): void {
    const { target } = this.#map.constants;
    const told = kind === 'record' ? { constant: target === undefined ? undefined : String(target) } : undefined;
    this.names.read(this.values, kind === 'app' || kind === 'tie' || hopKinds.has(kind), told, this.#openCreates);
  }

  #delivery(story: number, seconds: number): void {
    const { values, stories } = this;
    const partner = this.#hands.partner(values, story, seconds, stories.count);
    if (partner >= 0) stories.join(stories.rootOf(story), stories.rootOf(partner));
    const what = values.first(field.disposition);
    let signs: number = sign.delivery;
    if (what === 97) signs |= sign.accepted;
    if ((what === 102 || what === 114) && values.number(field.retry_num) > 0) signs |= sign.droppedRetry;
    if (values.number(field.status) >= 500) signs |= sign.failed;
    if (values.is(field.transport, 'socket')) signs |= sign.socket;
    stories.add(story, signs);
    const slot = this.#marked(this.names.own('delivery_id'), story);
    const isNew = slot < 0 ? !values.has(field.answered_at) : this.#isFirst(slot);
    this.#tally.delivery(values, slot, isNew);
  }

  #run(story: number): void {
    const { values, stories } = this;
    const slot = this.#marked(this.names.own('run_id'), story);
    const outcome = values.first(field.outcome);
    const isEnd = outcome !== 0 || values.has(field.finished_at);
    if (slot >= 0) this.#mark(slot, isEnd ? mark.begun | mark.ended : mark.begun);
    if (isEnd) this.ends.run = true;
    stories.add(story, sign.work | (outcome === 102 ? sign.failed : 0));
  }

  #attempt(story: number): void {
    const { values, stories } = this;
    const slot = this.#marked(this.names.attempt(values), story);
    const outcome = values.first(field.outcome);
    const isEnd = (outcome !== 0 && outcome !== 114) || values.has(field.finished_at);
    const isFailed = outcome === 102 || outcome === 108;
    if (slot >= 0) {
      const known = this.stories.names.flags[slot] as number;
      this.#tally.attempt(values, (known & mark.begun) === 0, this.#jobSlot());
      if (isFailed && (known & mark.failed) === 0 && (stories.signsOf(story) & sign.failed) !== 0)
        stories.add(story, sign.failedAgain);
      const leased = values.has(field.lease_until) ? mark.leased : 0;
      this.#mark(slot, (isEnd ? endedAttempt : begunAttempt) | leased | (isFailed ? mark.failed : 0));
    }
    if (isEnd) this.ends.attempt = true;
    if (values.is(field.settle_outcome, 'failed')) stories.add(story, sign.gaveUp);
    stories.add(story, sign.work | (isFailed ? sign.failed : 0));
  }

  #guard(story: number): void {
    const result = this.values.first(field.result);
    if (result === 99) this.stories.add(story, sign.claimed);
    this.#tally.guard(result === 104);
  }

  #call(story: number): void {
    const { values, stories } = this;
    const operation = values.first(field.operation);
    const slot = this.#marked(this.names.own('call_id'), story);
    if (operation !== 0 && operation !== 99) {
      this.#tally.look(values.number(field.found));
      stories.add(story, sign.work);
      return;
    }
    const outcome = values.first(field.outcome);
    const isEnd = endsCall(values);
    let signs: number = sign.work;
    if (isOpen(values, this.#openCreates)) signs |= sign.unknown;
    if (outcome === 114) signs |= sign.refused;
    const known = slot < 0 ? 0 : (stories.names.flags[slot] as number);
    if (slot >= 0) this.#mark(slot, (isEnd ? mark.begun | mark.ended : mark.begun) | mark.call);
    if (isEnd) this.ends.call = true;
    this.#tally.call(values, slot, outcome, values.number(field.status));
    if (values.has(field.result_id) && outcome !== 114 && outcome !== 117 && (known & mark.counted) === 0) {
      signs |= (stories.signsOf(story) & sign.createdOnce) !== 0 ? sign.createdTwice : sign.createdOnce;
      if (slot >= 0) this.#mark(slot, mark.counted);
      this.#effect(story, field.result_id);
    }
    stories.add(story, signs);
  }

  #record(story: number): void {
    const { values, stories } = this;
    const slot = this.#marked(this.names.own('call_id'), story);
    // The object may be known by another id than the answer of its call gave.
    if (slot >= 0) {
      if (((stories.names.flags[slot] as number) & mark.counted) !== 0) {
        stories.add(story, sign.effect);
        return;
      }
      this.#mark(slot, mark.counted);
    }
    const id = [field.record_id, field.url, field.call_id].find((at) => values.has(at));
    this.#effect(story, id ?? field.record_id);
  }

  #effect(story: number, id: number): void {
    const { values, stories } = this;
    this.#tally.effects++;
    const kind = this.#classOf(values);
    this.#object.start('record');
    values.hash(id, this.#object);
    stories.effect(story, kind, this.#object.end().low || 1);
  }

  /** Target and action: the ticket and the e-mail of one event are two effects. The last place: not said. */
  #classOf(values: LineValues): number {
    const [target, action] = [this.#map.constants.target, this.#actionOf(values)];
    this.#object.start('class');
    if (!values.hash(field.target, this.#object)) {
      if (target === undefined) return places;
      this.#object.text(String(target));
    }
    if (action !== '') this.#object.byte(10).text(action);
    const name = this.#object.end().low;
    let found = this.#classes.get(name);
    if (found === undefined) {
      if (this.#classes.size > 1000) return places;
      found = this.#classes.size % places;
      this.#classes.set(name, found);
    }
    return found;
  }

  #actionOf(values: LineValues): string {
    const at = values.has(field.source_event_key) ? field.source_event_key : field.idempotency_key;
    return values.holds(at, 35) ? actionOf(values.text(at)) : '';
  }

  #marked(name: NameHash | undefined, story: number): number {
    if (name === undefined) return -1;
    const { names } = this.stories;
    const slot = names.slotOf(name);
    if (names.ownerAt(slot) < 0) names.take(slot, name, story);
    return slot;
  }

  #jobSlot(): number {
    const name = this.names.jobInto(this.values, 'job')?.end();
    return name === undefined ? -1 : this.stories.names.slotOf(name);
  }

  #isFirst(slot: number): boolean {
    const known = (this.stories.names.flags[slot] as number) & mark.counted;
    this.#mark(slot, mark.counted);
    return known === 0;
  }

  #mark(slot: number, bits: number): void {
    const { flags } = this.stories.names;
    flags[slot] = (flags[slot] as number) | bits;
  }
}
