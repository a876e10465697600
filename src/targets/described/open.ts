// A target from a description: the same look, control and create as every other one.
import { shownPath } from '../../model/clean/shown-address.ts';
import type { Instant } from '../../model/instant.ts';
import { toIso } from '../../model/instant.ts';
import type { MadeBetween, Target, TargetAbilities, TargetWorld } from '../../model/target.ts';
import { createClient } from '../http/client.ts';
import { createOver } from '../http/create.ts';
import { type Control, type Lists, type Look, lookFor, probeBy } from '../http/look.ts';
import { get, type Question, Unbelievable, urlOf } from '../http/question.ts';
import { read } from '../http/read.ts';
import { basic, spanOr } from '../http/settings.ts';
import { hiddenBy } from './control.ts';
import { createOf } from './create.ts';
import type { Description, Listed } from './description.ts';
import { identityIn } from './identity.ts';
import { listingOf } from './listing.ts';
import { filled, filledPath, type Values } from './place.ts';

export interface DescribedSettings {
  readonly url: string;
  readonly ca_file?: string | undefined;
  readonly cert_file?: string | undefined;
  readonly key_file?: string | undefined;
  readonly create_maximum?: string | undefined;
}

/** No key has it: what comes back for it shows that the filter is not honoured. */
const nobody = 'dedupe-control-no-such-key';
/** A hosted service commonly ends a request after one or two minutes. */
const ordinaryMaximumMs = 300_000;

export function abilitiesOf(of: Description, maximum?: string): TargetAbilities {
  const { create, find, window } = of;
  const store = find.store ?? 'primary';
  return {
    idempotencyKey:
      create.key_header === undefined
        ? undefined
        : {
            name: create.key_header,
            scope: 'account',
            lifetimeMs: create.key_lifetime === undefined ? undefined : spanOr(create.key_lifetime, 0),
          },
    uniqueField: of.unique_field,
    ...(of.unique_by_setup && { uniqueBySetup: true }),
    findBy: find.whole ? 'none' : store,
    indexLagMs: store === 'primary' ? 0 : find.index_lag === undefined ? undefined : spanOr(find.index_lag, 0),
    listsByTime: window !== undefined,
    namesCreator: find.created_by !== undefined,
    leavesOut: leftOutOf(of),
    createMaximumMs: spanOr(maximum, ordinaryMaximumMs),
  };
}

export const undescribed = 'objects that were deleted, unless the description lists them';

function leftOutOf({ find, leaves_out }: Description): string | undefined {
  const listsDeleted = [find, ...(find.also ?? [])].some(({ deleted }) => deleted !== undefined);
  return leaves_out ?? (listsDeleted ? undefined : 'objects that were deleted');
}

export function openDescribed(of: Description, given: DescribedSettings, token: string, world: TargetWorld): Target {
  const secrets = of.auth && 'query' in of.auth ? { [of.auth.query]: token } : {};
  const client = createClient(given, { ...of.headers, ...authorization(of, token) }, world, secrets);
  const values = of.values ?? {};

  const ask = ({ method = 'GET', path, body, headers = {} }: Listed, own: Values): Question => {
    const all = { ...values, ...own };
    const url = urlOf(given.url, filledPath(path, all));
    if (method === 'GET') return { ...get(url), headers };
    const text = JSON.stringify(filled(body ?? {}, all));
    return { method, url, body: text, headers: { 'content-type': 'application/json', ...headers } };
  };
  const lists = (listed: Listed, own: Values, filtered: boolean): Lists => ({
    first: ask(listed, own),
    filtered,
    isKeyset: listed.next !== undefined && 'last_id' in listed.next,
    options: { also: listed.empty ?? [] },
    list: (answer, question) => listingOf(answer, question, listed, given.url),
  });
  const look = (listed: NonNullable<Description['find' | 'window']>, own: Values, filtered: boolean): Look => ({
    ...lists(listed, own, filtered),
    store: listed.store ?? 'primary',
    also: (listed.also ?? []).map((one) => lists(one, own, one.filtered ?? true)),
    control,
  });
  const isFiltered = of.find.filtered ?? true;

  async function control(signal: AbortSignal): Promise<Control> {
    const { known_key: known, also = [] } = of.control;
    for (const one of [of.control, ...also]) {
      const hidden = await hiddenBy(one, get(urlOf(given.url, filledPath(one.path, values))), client, signal);
      if (hidden !== undefined) return { believed: false, reason: hidden };
    }
    if (known === undefined && !isFiltered) return { believed: true, control: `${shownPath(of.control.path)} answers` };
    const wanted = known ?? nobody;
    const { first, list, options = {} } = look(of.find, { key: wanted }, isFiltered);
    const { rows } = list(await read(client, first, signal, options), first);
    if (known !== undefined)
      return rows.some((row) => row.carries(known))
        ? { believed: true, control: `the known key ${known} is found` }
        : { believed: false, reason: `the known key ${known} is not found` };
    if (isFiltered && rows.length > 0)
      throw new Unbelievable('the filter is ignored: records come back for a key that nobody has');
    return { believed: true, control: `${shownPath(of.control.path)} answers, and the filter is honoured` };
  }

  /** Whoever may read the first list, and not the bin, could not tell that an object was deleted. */
  async function controlWithBins(signal: AbortSignal): Promise<Control> {
    const given = await control(signal);
    if (!given.believed) return given;
    for (const one of of.find.also ?? []) {
      const { first, list, filtered, options = {} } = lists(one, { key: nobody }, one.filtered ?? true);
      const { rows } = list(await read(client, first, signal, options), first);
      if (filtered && rows.length > 0)
        throw new Unbelievable('the filter is ignored: deleted records come back for a key that nobody has');
    }
    return given;
  }

  const inForm = (at: Instant) =>
    ({ iso: toIso(at), epoch: Math.floor(at / 1000), epoch_ms: at })[of.window?.time ?? 'iso'];
  /** What was made in the span and shows no key at all, where the system may have dropped it. */
  const between = (key: string, { from, to }: MadeBetween): Lists[] => {
    if (of.window === undefined || !of.create.may_drop_key) return [];
    return [lists({ ...of.window, drops: true }, { key, from: inForm(from), to: inForm(to) }, false)];
  };

  const find = (key: string, signal: AbortSignal, made?: MadeBetween) => {
    const by = look(of.find, { key }, isFiltered);
    const also = [...(by.also ?? []), ...(made ? between(key, made) : [])];
    return lookFor(client, key, { ...by, also, ...(made && { since: made.from }) }, signal);
  };
  return {
    id: world.name,
    title: of.title ?? 'HTTP interface, as described',
    identity: identityIn(of, given.url, values),
    abilities: abilitiesOf(of, given.create_maximum),
    find,
    async findWindow(from, to, marker, signal) {
      if (of.window === undefined) return find(marker, signal);
      const listed = of.create.may_drop_key ? ({ ...of.window, drops: true } as const) : of.window;
      const own = { key: marker, from: inForm(from), to: inForm(to) };
      return lookFor(client, marker, { ...look(listed, own, false), since: from }, signal);
    },
    create: (operation, request, signal) =>
      createOver(
        createOf({ of, client, base: given.url, values, find }, operation, request, signal),
        operation,
        request,
        signal,
      ),
    probe: (signal) => probeBy(() => controlWithBins(signal)),
    close: () => client.close(),
  };
}

function authorization({ auth }: Description, token: string): Readonly<Record<string, string>> {
  if (auth === undefined) return { authorization: `Bearer ${token}` };
  if ('query' in auth) return {};
  if ('basic_user' in auth) return { authorization: basic(auth.basic_user, token) };
  return { [auth.header.toLowerCase()]: auth.value.replaceAll('{token}', token) };
}
