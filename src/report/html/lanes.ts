// Which facts are drawn, in which lane, and from when to when: one lane for each system that took part.
import type { FactKind } from '../../model/fact-fields.ts';
import { formatSpan, type Instant, parseInstant } from '../../model/instant.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { type Read, reader } from '../story/say.ts';

type Fact = TraceDocument['facts'][number];

export interface Mark {
  readonly n: number;
  readonly kind: FactKind;
  /** Milliseconds after the first fact. */
  readonly from: number;
  /** Undefined: a moment, or an end that nobody logged. */
  readonly to: number | undefined;
  /** It went on for some time, and nobody logged how long. */
  readonly isOpen: boolean;
  readonly lease: { readonly from: number; readonly to: number } | undefined;
  readonly label: string;
  readonly fate: 'keep' | 'close' | undefined;
  readonly parent: { readonly n: number; readonly isInferred: boolean } | undefined;
  readonly isProof: boolean;
}

export interface Lane {
  readonly title: string;
  readonly what: string;
  readonly marks: readonly Mark[];
}

export function lanesOf(document: TraceDocument, facts: readonly Fact[]): Lane[] {
  const proof = new Set(document.findings.find(({ role }) => role === 'primary')?.facts);
  const fates = fatesOf(document);
  const lanes = new Map<string, { title: string; what: string; marks: Mark[] }>();
  for (const fact of facts) {
    const mark = markOf(fact, proof, fates);
    if (mark === undefined) continue;
    const { title, what } = laneOf(fact.kind, reader(fact.fields));
    const known = lanes.get(`${what}\n${title}`);
    if (known) known.marks.push(mark);
    else lanes.set(`${what}\n${title}`, { title, what, marks: [mark] });
  }
  return [...lanes.values()].sort((a, b) => placeOf(a) - placeOf(b) || firstOf(a) - firstOf(b));
}

/** The way of the event: what takes it in, what holds it, what works on it, where it lands. */
function placeOf({ what, marks }: Lane): number {
  const place = ['process', 'queue', 'worker', 'guard', 'target'];
  return place.indexOf(marks.some(({ kind }) => kind === 'attempt') ? 'worker' : what);
}

/** A process that had started long before does not stand above the one that took the event in. */
function firstOf({ marks }: Lane): number {
  const work = marks.filter(({ kind }) => kind !== 'lifecycle');
  return work.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY);
}

function fatesOf({ records, verdict }: TraceDocument): ReadonlyMap<number, 'keep' | 'close'> {
  if (verdict !== 'duplicate' || !records.some(({ keep }) => keep)) return new Map();
  return new Map(records.map(({ fact, keep }) => [fact, keep ? 'keep' : 'close']));
}

const unnamed = 'not named';

function laneOf(kind: FactKind, read: Read): { title: string; what: string } {
  if (kind === 'guard') return { title: read('store') ?? unnamed, what: 'guard' };
  if (kind === 'job') return { title: read('queue') ?? unnamed, what: 'queue' };
  if (kind === 'record' || kind === 'call' || kind === 'operation')
    return { title: read('target') ?? unnamed, what: 'target' };
  return { title: read('instance_id') ?? unnamed, what: 'process' };
}

function markOf(
  fact: Fact,
  proof: ReadonlySet<number>,
  fates: ReadonlyMap<number, 'keep' | 'close'>,
): Mark | undefined {
  const { n, kind, offset_ms: from } = fact;
  const at = fact.at === null ? undefined : parseInstant(fact.at);
  if (from === null || at === undefined) return undefined;
  const read = reader(fact.fields);
  const after = (name: string) => offsetOf(parseInstant(read(name)), at, from);
  const to = kind === 'delivery' ? after('answered_at') : lasting.has(kind) ? after('finished_at') : undefined;
  const until = kind === 'attempt' ? after('lease_until') : undefined;
  return {
    n,
    kind,
    from,
    to: to !== undefined && to > from ? to : undefined,
    isOpen: to === undefined && (lasting.has(kind) || kind === 'delivery'),
    lease: until !== undefined && until > from ? { from, to: until } : undefined,
    label: labelOf(kind, read, to === undefined ? undefined : to - Math.max(from, after('started_at') ?? from)),
    fate: fates.get(n),
    parent: fact.parent ? { n: fact.parent.n, isInferred: fact.parent.certainty === 'inferred' } : undefined,
    isProof: proof.has(n),
  };
}

const lasting: ReadonlySet<FactKind> = new Set(['run', 'attempt', 'call']);

function offsetOf(moment: Instant | undefined, at: Instant, from: number): number | undefined {
  return moment === undefined ? undefined : Math.round((from + (moment - at)) * 1000) / 1000;
}

/** The least that tells one mark from its neighbours; the line below the drawing says the rest. */
function labelOf(kind: FactKind, read: Read, lasted: number | undefined): string {
  const retry = Number(read('retry_num') ?? 0);
  const words: Readonly<Record<FactKind, string>> = {
    delivery: retry > 0 ? `retry ${retry}` : 'delivery',
    run: 'run',
    guard: read('result') ?? 'guard',
    job: 'job',
    attempt: `attempt ${read('attempt') ?? '?'}`,
    operation: read('state') ?? 'operation',
    call: read('operation') ?? 'call',
    record: read('record_id') ?? 'record',
    lifecycle: read('what') ?? 'lifecycle',
  };
  const points = [...words[kind]];
  const short = points.length <= 14 ? words[kind] : `${points.slice(0, 7).join('')}…${points.slice(-6).join('')}`;
  return lasted === undefined || lasted <= 0 ? short : `${short} ${formatSpan(lasted)}`;
}
