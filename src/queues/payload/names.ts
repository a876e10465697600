// What a job's payload names, at the paths of the configuration; and how an id follows from a name.
import { createHash } from 'node:crypto';

export interface NamePaths {
  readonly event_id?: string | undefined;
  readonly source_event_key?: string | undefined;
  readonly workspace_id?: string | undefined;
}

export interface Names {
  readonly eventId: string | undefined;
  readonly sourceEventKey: string | undefined;
  readonly workspaceId: string | undefined;
}

/** Where an event id stands in most payloads, when the configuration does not say where. */
const usual = ['event_id', 'eventId', 'body.event_id', 'payload.event_id', 'event.event_id'];

/** Ids are short; a longer value is not one, and is left where it is. */
const longestName = 300;

export function namesIn(payload: unknown, paths: NamePaths): Names {
  const first = (all: readonly string[]) => all.map((one) => nameAt(payload, one)).find((name) => name !== undefined);
  return {
    eventId: first(paths.event_id === undefined ? usual : [paths.event_id]),
    sourceEventKey: first([paths.source_event_key ?? 'source_event_key']),
    workspaceId: first(paths.workspace_id === undefined ? ['workspace_id', 'team_id'] : [paths.workspace_id]),
  };
}

function nameAt(payload: unknown, path: string): string | undefined {
  let value = payload;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= longestName ? value : undefined;
}

/** Undefined for what is no JSON: a payload is foreign text. */
export function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Wanted {
  readonly eventIds: readonly string[];
  readonly sourceEventKeys: readonly string[];
}

export function isWanted({ eventId, sourceEventKey }: Names, { eventIds, sourceEventKeys }: Wanted): boolean {
  return (
    (eventId !== undefined && eventIds.includes(eventId)) ||
    (sourceEventKey !== undefined && sourceEventKeys.includes(sourceEventKey))
  );
}

export interface Candidate {
  readonly id: string;
  readonly eventId: string | undefined;
  readonly sourceEventKey: string | undefined;
}

/** Every id that a job of these events could have been given: by the templates, or the names as they are. */
export function candidateIds(templates: string | readonly string[] | undefined, wanted: Wanted): Candidate[] {
  const forms = templates === undefined ? ['{event_id}', '{source_event_key}'] : [templates].flat();
  return forms.flatMap((form) => [
    ...wanted.eventIds.flatMap((eventId) =>
      filled(form, 'event_id', eventId).map((id) => ({ id, eventId, sourceEventKey: undefined })),
    ),
    ...wanted.sourceEventKeys.flatMap((key) =>
      filled(form, 'source_event_key', key).map((id) => ({ id, eventId: undefined, sourceEventKey: key })),
    ),
  ]);
}

/** As the payload names them; where it does not, the id or key under which the job was found says whose it is. */
export function namesOf(
  payload: unknown,
  paths: NamePaths,
  made: readonly Candidate[],
  ids: readonly unknown[],
): Names {
  const told = namesIn(payload, paths);
  const meant = made.find(({ id }) => ids.includes(id));
  return {
    ...told,
    eventId: told.eventId ?? meant?.eventId,
    sourceEventKey: told.sourceEventKey ?? meant?.sourceEventKey,
  };
}

/** `sha256:{event_id}` is the hash of what stands behind the colon; a template that wants another name gives nothing. */
function filled(form: string, name: 'event_id' | 'source_event_key', value: string): string[] {
  const [, algorithm, rest = form] = /^(sha256|sha1|md5):(.+)$/.exec(form) ?? [];
  if (!rest.includes(`{${name}}`)) return [];
  const text = rest.replaceAll(`{${name}}`, () => value);
  return [algorithm === undefined ? text : createHash(algorithm).update(text).digest('hex')];
}
