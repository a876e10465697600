// Which facts are drawn, in which lane, and from when to when: one lane for each system that took part.
import type { FactKind } from '../../model/fact-fields.ts';
import { type Instant, parseInstant } from '../../model/instant.ts';
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
  const lanes = new Map<string, { title: string; what: string; order: number; marks: Mark[] }>();
  for (const fact of facts) {
    const mark = markOf(fact, proof, fates);
    if (mark === undefined) continue;
    const { title, what, order } = laneOf(fact.kind, reader(fact.fields));
    const known = lanes.get(`${order}\n${title}`);
    if (known) known.marks.push(mark);
    else lanes.set(`${order}\n${title}`, { title, what, order, marks: [mark] });
  }
  // The way of the event: what takes it in, what holds it, what works on it, where it lands.
  return [...lanes.values()].sort((a, b) => a.order - b.order || firstOf(a) - firstOf(b));
}

function firstOf({ marks }: { marks: readonly Mark[] }): number {
  return Math.min(...marks.map(({ from }) => from));
}

function fatesOf({ records, verdict }: TraceDocument): ReadonlyMap<number, 'keep' | 'close'> {
  if (verdict !== 'duplicate' || !records.some(({ keep }) => keep)) return new Map();
  return new Map(records.map(({ fact, keep }) => [fact, keep ? 'keep' : 'close']));
}

const unnamed = 'not named';

function laneOf(kind: FactKind, read: Read): { title: string; what: string; order: number } {
  const process = read('instance_id') ?? unnamed;
  if (kind === 'guard') return { title: read('store') ?? unnamed, what: 'guard', order: 2 };
  if (kind === 'job') return { title: read('queue') ?? unnamed, what: 'queue', order: 1 };
  if (kind === 'record' || kind === 'call' || kind === 'operation')
    return { title: read('target') ?? unnamed, what: 'target', order: 3 };
  return { title: process, what: 'process', order: kind === 'attempt' ? 1.5 : 0 };
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
    label: labelOf(kind, read),
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
function labelOf(kind: FactKind, read: Read): string {
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
  return points.length <= 18 ? words[kind] : `${points.slice(0, 10).join('')}…${points.slice(-7).join('')}`;
}
