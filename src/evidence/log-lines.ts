// The lines of one log that hold an identifier, as observations: found, read once, and kept until somebody asks for what they name.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { FieldMap } from '../model/field-map.ts';
import type { Identifier } from '../model/timeline/identifiers.ts';
import { hasNoZone } from '../model/zone.ts';
import { readAppLine } from '../scan/app-line/app-line.ts';
import { mappedFields } from '../scan/app-line/field-map.ts';
import { timeOf } from '../scan/app-line/fields.ts';
import { shownBy } from '../scan/app-line/invocation.ts';
import { shownByTask } from '../scan/app-line/task.ts';
import { readFactLine, readFields } from '../scan/fact-line.ts';
import type { FoundLine } from '../scan/line-finder.ts';
import type { TaskLine } from '../scan/line-forms/form.ts';
import { unfold } from '../scan/line-forms/unfold.ts';
import { holds, isTelling, type Needle } from '../scan/needles.ts';
import { templateOf } from './arrivals.ts';
import { partOf } from './line-part.ts';
import { LookAhead } from './look-ahead.ts';
import { namesFollowed, namesOf } from './names-followed.ts';
import { withRequest } from './request-around.ts';

interface Told {
  readonly observation: Observation;
  /** Written for this program. */
  readonly isFactLine: boolean;
  readonly isWeak: boolean;
  /** Of a worker's line: what it said of its task. */
  readonly task: TaskLine | undefined;
  /** How an ordinary line is written, whatever it is about. */
  readonly template?: string | undefined;
  readonly isReceive?: true | undefined;
}

export interface Held extends Told {
  readonly names: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly offset: number;
  /** The request in which it was done, where that is no name of it: it took messages from a queue. */
  readonly takenIn?: string | undefined;
}

/** More lines than this for one event are not one event's; the search stops and says so. */
export const maxLines = 100_000;
const shownProblems = 3;
/** So often that it needs words of its own. */
const zoneless = 'has a time without a zone: log_time_zone in the configuration says which';
const nothing = { record: undefined, invocation: undefined, task: undefined, isCoarse: false };
/** In a small log the found lines are also those at its edges. */
const maxTold = 500;
const maxToldLetters = 4_000;
const maxMute = 200;

export class LogLines {
  readonly held: Held[] = [];
  /** Fields of the map that some line had. */
  readonly seen = new Set<string>();
  /** Some line that shows something has a request id that may be a counter, and no process in which it counts. */
  hasCounters = false;
  /** Lines not written for this program that hold a telling name of what was asked for: how many, and which is the first. */
  found = { count: 0, first: 0 };
  /** The first of those that show nothing. */
  readonly mute: { readonly line: number; readonly text: string }[] = [];
  readonly #told = new Map<string, readonly Told[]>();
  readonly #offsets = new Set<number>();
  readonly #ahead: LookAhead;
  readonly #telling = new Map<string, Needle>();
  readonly #source: string;
  readonly #file: string;
  readonly map: FieldMap;
  #problems: string[] = [];
  #unshown = 0;
  #noted = 0;

  constructor(source: string, file: string, map: FieldMap, ahead = new LookAhead()) {
    this.#ahead = ahead;
    this.#source = source;
    this.#file = file;
    this.map = map;
  }

  /** Before they are searched. What a person asked for is telling, however short it is. */
  willAsk(needles: readonly Needle[], isAsked = false): void {
    for (const needle of needles) if (isAsked || isTelling(needle)) this.#telling.set(needle.text, needle);
  }

  /** `add` is told what else to look for from here on: what follows from a line usually stands behind it. */
  take({ text, line, offset }: FoundLine, known: ReadonlySet<string>, add: (needle: Needle) => void): void {
    if (this.held.length >= maxLines || this.#offsets.has(offset)) return;
    this.#offsets.add(offset);
    const noted = this.#noted;
    const shown = this.read(text, line);
    if (!shown.some(({ isFactLine }) => isFactLine) && this.#holdsName(text))
      this.#mention(text, line, shown, noted < this.#noted);
    for (const one of shown) {
      const held = { ...one, ...namesOf(one), offset };
      this.held.push(held);
      if (this.#leadsOn(held, known))
        for (const identifier of namesFollowed(one.observation)) this.#lookAhead(identifier, add);
    }
  }

  #holdsName(text: string): boolean {
    for (const needle of this.#telling.values()) if (holds(text, needle)) return true;
    return false;
  }

  /** A line about what was asked for, whatever it shows. */
  #mention(text: string, line: number, shown: readonly Told[], isNoted: boolean): void {
    this.found = { count: this.found.count + 1, first: this.found.first || line };
    if (isNoted || shown.some(({ isWeak }) => !isWeak)) return;
    const why = partOf(text);
    if (why !== undefined) this.#note(`line ${line} ${why}`);
    else if (this.mute.length < maxMute) this.mute.push({ line, text: text.slice(0, maxToldLetters) });
  }

  /** What one line says, whether or not anybody asked for it. Problems are noted for lines with a number only; else `place` tells it from others. */
  read(text: string, line?: number, place: string | number = line ?? ''): readonly Told[] {
    const before = line === undefined ? this.#told.get(text) : undefined;
    if (before !== undefined) return before;
    const told = this.#read(text, line, place);
    if (this.#told.size < maxTold && text.length <= maxToldLetters) this.#told.set(text, told);
    return told;
  }

  #read(text: string, line: number | undefined, place: string | number): Told[] {
    const where = `${this.#file}:${place}`;
    const note = (problem: string) => line !== undefined && this.#note(`line ${line}${problem}`);
    const fact = readFactLine(text, this.#source, where, this.#file);
    if (fact.kind === 'broken') note(` ${fact.reason}`);
    if (fact.kind === 'fact') {
      if (fact.problems.length > 0) note(`: ${fact.problems.join('; ')}`);
      return [{ observation: withRequest(fact.observation, text), isFactLine: true, isWeak: false, task: undefined }];
    }
    const { record, invocation, task, isCoarse } = fact.kind === 'other' ? unfold(text) : nothing;
    if (typeof record?.dedupe === 'string') return this.#read(JSON.stringify(record), line, place);
    if (record === undefined) {
      if (fact.kind === 'other' && text.startsWith('{')) note(' is not JSON');
      return [];
    }
    for (const field of Object.keys(mappedFields(record, this.map))) this.seen.add(field);
    // Whole seconds and milliseconds are two clocks, even where one machine wrote both.
    const clock = isCoarse ? `${this.#file} (whole seconds)` : this.#file;
    const shown = invocation
      ? shownBy(invocation, timeOf(record, this.map))
      : task
        ? shownByTask(task, timeOf(record, this.map), record, this.map)
        : readAppLine(record, this.map);
    return shown.flatMap(({ kind, fields, isWeak, isReceive, task: start = task }) => {
      this.hasCounters ||=
        'request_id' in fields && fields.request_id === undefined && fields.delivery_id === undefined;
      const read = readFields(kind, fields, this.#source, where, clock, isWeak);
      if (read.kind === 'broken') note(` ${hasNoZone(record.time) && !this.map.zone ? zoneless : read.reason}`);
      const template = kind === 'delivery' ? templateOf(record) : undefined;
      if (read.kind !== 'fact') return [];
      return [{ observation: read.observation, isFactLine: false, isWeak, task: start, template, isReceive }];
    });
  }

  /** Kinds that this log tells in lines written for this program; for these its other lines are only an echo. */
  factKinds(): Set<FactKind> {
    return new Set(this.held.filter(({ isFactLine }) => isFactLine).map(({ observation }) => observation.kind));
  }

  /** Since the last time. */
  problems(): string[] {
    const told = this.#unshown > 0 ? [...this.#problems, `and ${this.#unshown} more`] : this.#problems;
    this.#problems = [];
    this.#unshown = 0;
    return told;
  }

  #note(problem: string): void {
    this.#noted += 1;
    if (this.#problems.length < shownProblems) this.#problems.push(problem);
    else this.#unshown += 1;
  }

  /** Another event that touches the same record is another story: its own names are asked for, or not at all. */
  #leadsOn({ observation, names }: Held, known: ReadonlySet<string>): boolean {
    const { event_id } = observation.fields;
    if (event_id !== undefined && !known.has(`event_id\n${event_id}`)) return false;
    return names.some((name) => known.has(name) || this.#ahead.has(name));
  }

  #lookAhead(identifier: Identifier, add: (needle: Needle) => void): void {
    const needle = this.#ahead.add(identifier);
    if (!needle) return;
    this.willAsk([needle]);
    add(needle);
  }
}
