// Who has no ledger has logs: which creates do their lines leave without a known result, all tries of one key read together?
import type { Observation, ObservationOf } from '../model/fact.ts';
import type { Instant } from '../model/instant.ts';
import type { Candidate } from '../model/reconcile.ts';
import { createEnd } from './create-end.ts';
import { type Create, createsIn } from './logged-calls.ts';
import { type KeyUse, sharedKeys } from './shared-keys.ts';

/** Creates of unknown result that cannot be looked for. */
export interface LeftOutCreates {
  readonly count: number;
  readonly reason: string;
  /** Where the first of them stand. */
  readonly examples: readonly string[];
}

export interface LoggedCreates {
  /** One for each key and target, and workspace where several used it, however often it was tried. */
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly LeftOutCreates[];
  /** Creates of unknown result of which another try, or a record, says that they were made. */
  readonly settled: number;
}

export interface Wanted {
  /** Undefined: without bound. What was sent outside is not meant; what has no moment is. */
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  isMeant(create: Pick<Create, 'key' | 'fields'>): boolean;
}

const mostExamples = 3;

const reasons = {
  key: 'no key to look for: log idempotency_key or source_event_key with the create',
  target: 'no target to look in: log target with the create',
  untold: 'they ended, and no line says how: log outcome, status, error_code or result_id',
} as const;

export function loggedCreates(observations: readonly Observation[], wanted: Wanted): LoggedCreates {
  const creates = createsIn(observations);
  const made = madeIn(observations, creates);
  const others = sharedKeys(usesOf(observations, creates));
  const nameOf = (create: Create) => nameIn(create, others);
  const tries = triesOf(creates, nameOf);
  const left = new Map<string, Create[]>();
  const open = new Map<string, Create[]>();
  let settled = 0;
  for (const create of creates) {
    const end = createEnd(create.fields);
    if (end === 'done' || end === 'refused' || !isWanted(create, wanted)) continue;
    const name = nameOf(create);
    if (made.has(create)) settled += 1;
    else if (create.key === undefined) note(left, reasons.key, create);
    else if (name === undefined) note(left, reasons.target, create);
    else if (end === 'untold') note(left, reasons.untold, create);
    else note(open, name, create);
  }
  const candidates = [...open].map(([name, unknown]) => ({
    ...candidateOf(unknown, tries.get(name) ?? unknown),
    sharedWith: unknown[0] && others(useOf(unknown[0])),
  }));
  const leftOut = [...left].map(([reason, own]) => ({
    count: own.length,
    reason,
    examples: own.slice(0, mostExamples).map(({ where }) => where),
  }));
  return { candidates, leftOut, settled };
}

function note(into: Map<string, Create[]>, name: string, create: Create): void {
  const own = into.get(name);
  if (own) own.push(create);
  else into.set(name, [create]);
}

function useOf({ key, fields: { target, workspace_id } }: Create): KeyUse {
  return { target, key, workspaceId: workspace_id };
}

/** What was refused made nothing. */
function usesOf(observations: readonly Observation[], creates: readonly Create[]): KeyUse[] {
  const records = observations.flatMap(({ kind, fields }) =>
    kind === 'record'
      ? [{ target: fields.target, key: fields.source_event_key, workspaceId: fields.workspace_id }]
      : [],
  );
  return [...creates.filter(({ fields }) => createEnd(fields) !== 'refused').map(useOf), ...records];
}

function nameIn(create: Create, others: (one: KeyUse) => readonly string[]): string | undefined {
  const { target, key, workspaceId } = useOf(create);
  if (key === undefined || target === undefined) return undefined;
  return JSON.stringify(others(useOf(create)).length > 0 ? [target, key, workspaceId] : [target, key]);
}

function triesOf(
  creates: readonly Create[],
  nameOf: (create: Create) => string | undefined,
): ReadonlyMap<string, readonly Create[]> {
  const tries = new Map<string, Create[]>();
  for (const create of creates) {
    const name = nameOf(create);
    if (name !== undefined) note(tries, name, create);
  }
  return tries;
}

/** Those whose object another try or a record names: what may not be sent again, whatever became of this request. */
function madeIn(observations: readonly Observation[], creates: readonly Create[]): ReadonlySet<Create> {
  const records = observations.filter((one): one is ObservationOf<'record'> => one.kind === 'record');
  const callIds = new Set(records.flatMap(({ fields }) => fields.call_id ?? []));
  const keys = new Map<string, Made[]>();
  const add = (key: string | undefined, one: Made) =>
    key !== undefined && keys.set(key, [...(keys.get(key) ?? []), one]);
  for (const { fields } of records) add(fields.source_event_key, fields);
  for (const { key, fields } of creates) {
    if (createEnd(fields) !== 'done') continue;
    add(key, fields);
    if (fields.source_event_key !== key) add(fields.source_event_key, fields);
  }
  const isMade = ({ key, fields }: Create) =>
    (fields.call_id !== undefined && callIds.has(fields.call_id)) ||
    [key, fields.source_event_key].some(
      (one) => one !== undefined && keys.get(one)?.some((other) => areOneOf(fields, other)),
    );
  return new Set(creates.filter(isMade));
}

type Made = Pick<Create['fields'], 'target' | 'workspace_id'>;

/** What is not said does not tell them apart. */
function areOneOf(one: Made, other: Made): boolean {
  const isSame = (a: string | undefined, b: string | undefined) => a === undefined || b === undefined || a === b;
  return isSame(one.target, other.target) && isSame(one.workspace_id, other.workspace_id);
}

function isWanted(create: Create, { since, until, isMeant }: Wanted): boolean {
  const { began } = create;
  const isWithin =
    began === undefined || ((since === undefined || began >= since) && (until === undefined || began <= until));
  return isWithin && isMeant(create);
}

function candidateOf(unknown: readonly Create[], tries: readonly Create[]): Candidate {
  // One that nobody dated may be the last.
  const ends = unknown.map(({ began, fields }) => fields.finished_at ?? began);
  const leaseEnd = extreme(ends, Math.max);
  const last = unknown[ends.indexOf(leaseEnd)] as Create;
  const { fields, key = '' } = last;
  return {
    sourceEventKey: fields.source_event_key ?? key,
    workspaceId: fields.workspace_id ?? '',
    baseKey: fields.source_event_key ?? key,
    eventId: fields.event_id,
    target: fields.target ?? '',
    state: 'unknown',
    attempt: fields.attempt ?? 1,
    key,
    externalId: undefined,
    sentAt: extreme(
      unknown.map(({ began }) => began),
      Math.max,
    ),
    firstSentAt: firstSent(tries),
    finishedAt: undefined,
    leaseEnd,
    nextLookAt: undefined,
  };
}

/** However it ended. Where the first that was logged is said to be a later one, the first is not known. */
function firstSent(tries: readonly Create[]): Instant | undefined {
  const first = extreme(
    tries.map(({ began }) => began),
    Math.min,
  );
  const isLater = tries.every(({ fields: { attempt = 1 } }) => attempt > 1);
  return isLater ? undefined : first;
}

function extreme(
  moments: readonly (Instant | undefined)[],
  pick: (...moments: number[]) => number,
): Instant | undefined {
  const known = moments.filter((one) => one !== undefined);
  return known.length < moments.length ? undefined : (pick(...known) as Instant);
}
