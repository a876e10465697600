// Jobs that are calls: their payload is a list of arguments, and one of these may be the name itself.
import { type Candidate, type NamePaths, type Names, namesOf, type Wanted } from './names.ts';

export interface Call {
  /** Undefined: in a form that is not read here. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
  /** Of such a one what the queue wrote of its arguments for people. */
  readonly shown?: string;
}

/** As `namesOf`; where no path is configured, an argument that is one of the wanted names, whole, says whose the job is. */
export function namesOfCall(
  { payload, shown = '' }: Call,
  paths: NamePaths,
  {
    made,
    ids,
    wanted,
  }: { readonly made: readonly Candidate[]; readonly ids: readonly unknown[]; readonly wanted: Wanted },
): Names {
  const told = namesOf(payload, paths, made, ids);
  const all = [payload?.args, payload?.kwargs].flatMap((one) =>
    typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
  );
  const isGiven = (name: string) => all.includes(name) || shown.includes(`'${name}'`) || shown.includes(`"${name}"`);
  const given = (path: string | undefined, names: readonly string[]) =>
    path === undefined || payload === undefined ? names.find(isGiven) : undefined;
  return {
    ...told,
    eventId: told.eventId ?? given(paths.event_id, wanted.eventIds),
    sourceEventKey: told.sourceEventKey ?? given(paths.source_event_key, wanted.sourceEventKeys),
  };
}
