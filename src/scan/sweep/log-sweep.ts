// All lines of all logs in one pass: which stories deserve a look, by what their lines show; and then the lines of those stories.
import { statSync } from 'node:fs';
import type { FactKind } from '../../model/fact-fields.ts';
import type { FieldMap } from '../../model/field-map.ts';
import type { SweepQuery } from '../../model/sweep.ts';
import type { LogFile } from '../log-files.ts';
import { Candidates, type Found, spansOf } from './candidates.ts';
import { Echo } from './echo.ts';
import { momentOf } from './line-moment.ts';
import { LineSigns } from './line-signs.ts';
import { LogBlocks } from './log-blocks.ts';
import { LoneRequests } from './lone-requests.ts';
import { NameHash } from './name-hash.ts';
import { RequestTimes } from './request-times.ts';
import { Statements } from './statements.ts';
import { Stories } from './stories.ts';
import { LogTally } from './tally.ts';

export interface SweepOptions extends Omit<SweepQuery, 'since' | 'until'> {
  readonly since: number | undefined;
  readonly until: number | undefined;
  /** For tests: bits of each half of a hash, and slots of the table of names. */
  readonly bits?: number;
  readonly capacity?: number;
}

/** A line that may belong to a story. The text is its own: it does not keep the buffer alive. */
export type Line = { readonly text: string; readonly line: number; readonly offset: number; readonly file: LogFile };

/** What began before the span can end in it, and the reverse. */
const marginMs = 26 * 3_600_000;

export class LogSweep {
  readonly tally = new LogTally();
  readonly blocks: LogBlocks[] = [];
  events = 0;
  /** Events of which nothing was made and nothing says that something should have been. */
  silent = 0;
  /** First and last moment of each file; NaN where no line has one. */
  readonly spans: { from: number; to: number }[] = [];
  /** Kinds of fact lines in each file. */
  readonly kinds: ReadonlySet<FactKind>[] = [];
  readonly candidates: Candidates;
  /** How many tables of names were filled: copies that lie in two of them are not seen together. */
  parts = 1;
  /** Lines about processes and deployments, few enough to keep. */
  readonly lives: Line[] = [];
  readonly #options: SweepOptions;
  readonly #stories: Stories;
  readonly #signs: LineSigns;
  readonly #statements: Statements;
  readonly #echo: Echo;
  readonly #lone: LoneRequests;
  /** Of the logs that tell no delivery in lines written for this program: there, lines of requests are only an echo. */
  readonly requests: RequestTimes[] = [];
  readonly #map: FieldMap;
  #requests: RequestTimes | undefined;
  #block = -1;

  constructor(map: FieldMap, options: SweepOptions) {
    this.#options = options;
    this.#stories = new Stories(options.capacity);
    this.#echo = new Echo(map);
    this.#signs = new LineSigns(map, this.tally, this.#stories, options);
    this.#statements = new Statements(this.#signs, map);
    this.#lone = new LoneRequests(this.#stories, this.tally, options.bits);
    this.#map = map;
    this.candidates = new Candidates(options.limit);
  }

  /** Aborting it leaves what was found so far. */
  async run(
    files: readonly LogFile[],
    signal: AbortSignal,
    tell: (file: string, bytes: number) => void,
  ): Promise<void> {
    const { lone } = this.#stories;
    lone.isMany = files.reduce((sum, { path }) => sum + sizeOf(path), 0) > manyBytes;
    try {
      for (const file of files) {
        const blocks = new LogBlocks(
          file,
          this.blocks.reduce((sum, one) => sum + one.count, 0),
        );
        this.blocks.push(blocks);
        const span = { from: Number.NaN, to: Number.NaN };
        this.spans.push(span);
        this.#signs.factKinds = new Set();
        this.kinds.push(this.#signs.factKinds);
        this.#requests = this.#options.figures ? new RequestTimes(this.#map, this.#options) : undefined;
        await blocks.readAll(
          signal,
          (bytes, from, to, line, offset, block) => {
            if (!this.#isPassed(bytes, from, to, block, span))
              this.#take(bytes, from, to, line, offset, block, file, span);
          },
          (bytes) => {
            if (blocks.isPacked && sizeOf(file.path) * packedRatio > manyBytes) lone.isMany = true;
            tell(file.name, bytes);
          },
        );
        if (this.#requests && !this.#signs.factKinds.has('delivery')) this.requests.push(this.#requests);
        await this.#lastMoment(blocks, span, signal);
      }
    } finally {
      this.#endPart();
    }
  }

  /** The lines of some of the stories that were found, in their order in each file. */
  async linesOf(
    wanted: readonly Found[],
    signal: AbortSignal,
    found: (story: number, line: Line) => void,
  ): Promise<void> {
    const numbers = new Set(wanted.map(({ number }) => number));
    const jobs = new Map<number, number>();
    const owner = (name: NameHash) => this.candidates.owner(name, numbers);
    const storyOf = (bytes: Buffer, from: number, to: number) => {
      let story = -1;
      this.#statements.each(bytes, from, to, (kind) => {
        if (kind === undefined || kind === 'lifecycle' || story >= 0) return;
        this.#signs.readNames(kind);
        story = this.#signs.names.owner(owner, jobs);
      });
      return story;
    };
    // What lies in another part of the logs is found only by looking everywhere.
    const spans = this.parts > 1 ? [{ first: 0, last: Number.POSITIVE_INFINITY }] : spansOf(wanted);
    for (const blocks of this.blocks) {
      this.#signs.factKinds = new Set();
      await blocks.readSome(spans, signal, (bytes, from, to, line, offset) => {
        const access = this.#statements.access(bytes, from, to);
        const name = access && this.#lone.nameOf(bytes, access);
        const story = access === undefined ? storyOf(bytes, from, to) : name === undefined ? -1 : owner(name);
        if (story >= 0) found(story, { text: bytes.toString('utf8', from, to), line, offset, file: blocks.file });
      });
    }
  }

  close(): void {
    for (const blocks of this.blocks) blocks.close();
  }

  /** A line that is only counted, or not even that: most of many logs. Apart from the others, since nothing is made for it. */
  #isPassed(bytes: Buffer, from: number, to: number, block: number, span: { from: number; to: number }): boolean {
    const isNew = block !== this.#block;
    this.#block = block;
    const isEcho = this.#signs.factKinds.has('delivery');
    if (!isEcho) this.#requests?.take(bytes, from, to, isNew);
    else if (this.#echo.isOne(bytes, from, to, isNew)) return true;
    const access = this.#statements.access(bytes, from, to);
    if (access === undefined) return false;
    const ms = access.answered - (access.duration || 0);
    if (isEcho || !this.#isAsked(ms, span)) return true;
    if (this.#stories.isFull) this.#endPart(true);
    return this.#lone.take(bytes, access, block, ms);
  }

  #take(
    bytes: Buffer,
    from: number,
    to: number,
    line: number,
    offset: number,
    block: number,
    file: LogFile,
    span: { from: number; to: number },
  ): void {
    const signs = this.#signs;
    this.#statements.each(bytes, from, to, (kind, isOwn) => {
      const ms = momentOf(signs.values);
      if (!this.#isAsked(ms, span) || kind === undefined) return;
      // An instance that works takes deliveries or jobs; asking every line would cost as much as reading it.
      if (kind === 'delivery' || kind === 'attempt' || kind === 'lifecycle' || kind === 'app')
        this.tally.instance(signs.values, ms);
      if (kind === 'lifecycle') {
        if (this.lives.length < mostLives)
          this.lives.push({ text: bytes.toString('utf8', from, to), line, offset, file });
        return;
      }
      if (this.#stories.isFull) this.#endPart(true);
      if (isOwn) signs.factKinds.add(kind as FactKind);
      if (isOwn) this.#echo.heed(kind, signs.values);
      signs.take(kind, block, ms);
    });
  }

  /** It lies in the time that is asked for, or near it; whatever the moment of a line, the log reaches to it. */
  #isAsked(ms: number, span: { from: number; to: number }): boolean {
    // A comparison with NaN is false: the first moment becomes both ends.
    if (!(ms >= span.from) && !Number.isNaN(ms)) span.from = ms;
    if (!(ms <= span.to) && !Number.isNaN(ms)) span.to = ms;
    const { since, until } = this.#options;
    return !((since !== undefined && ms < since - marginMs) || (until !== undefined && ms > until + marginMs));
  }

  /** The last lines may have been passed over, and yet say how far the log reaches. */
  async #lastMoment(blocks: LogBlocks, span: { to: number }, signal: AbortSignal): Promise<void> {
    const last = blocks.base + blocks.count - 1;
    if (blocks.isPacked || blocks.error !== undefined) return;
    await blocks.readSome([{ first: last, last }], signal, (bytes, from, to) => {
      const ms = this.#signs.values.read(bytes, from, to) ? momentOf(this.#signs.values) : Number.NaN;
      if (ms > span.to) span.to = ms;
    });
  }

  #endPart(more = false): void {
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, eventIds } = this.#options;
    const name = new NameHash(this.#options.bits);
    const asked = eventIds.flatMap((id) => this.#stories.find(name.start('event_id').text(id).end()) ?? []);
    const seesEffects = this.#options.effectsElsewhere || this.tally.effects > 0;
    this.candidates.collect(
      this.#stories,
      this.#signs.ends,
      { asked: new Set(asked), seesEffects },
      (seconds, isSilent) => {
        const ms = seconds * 1000;
        if (seconds !== 0 && (ms < since - 1000 || ms > until)) return;
        this.events++;
        if (isSilent) this.silent++;
      },
    );
    if (!more) {
      this.#stories.release();
      return;
    }
    this.#stories.clear();
    this.parts++;
  }
}

/** Requests in this much log need the largest table. */
const manyBytes = 256 * 1024 * 1024;
/** Logs are seldom packed to more than a tenth of their size. */
const packedRatio = 10;

/** 0 for what cannot be read: reading it says so. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const mostLives = 20_000;
