// A target from a description: the same look, control and create as every other one.
import type { Instant } from '../../model/instant.ts';
import { toIso } from '../../model/instant.ts';
import type { MadeBetween, Target, TargetAbilities, TargetWorld } from '../../model/target.ts';
import { createClient } from '../http/client.ts';
import { createOver } from '../http/create.ts';
import { type Lists, type Look, lookFor, probeBy } from '../http/look.ts';
import { get, type Question, urlOf } from '../http/question.ts';
import { basic, spanOr } from '../http/settings.ts';
import { controlsOf, nobody } from './believed.ts';
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
/** A hosted service commonly ends a request after one or two minutes. */
const ordinaryMaximumMs = 300_000;

/** Of what is part of this program, the store was looked up where nothing else stands; a file has to say so. */
const undeclaredStore = (isReviewed: boolean) => (isReviewed ? 'primary' : 'index');

export function abilitiesOf(of: Description, maximum: string | undefined, isReviewed: boolean): TargetAbilities {
  const { create, find, window } = of;
  const store = find.store ?? undeclaredStore(isReviewed);
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
    listsByTime: window !== undefined && (window.store ?? undeclaredStore(isReviewed)) === 'primary',
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

/** `isReviewed`: the description is a part of this program, and not somebody's first try. */
export function openDescribed(
  of: Description,
  given: DescribedSettings,
  token: string,
  world: TargetWorld,
  isReviewed = false,
): Target {
  const secrets = of.auth && 'query' in of.auth ? { [of.auth.query]: token } : {};
  const client = createClient(given, { ...of.headers, ...authorization(of, token) }, world, secrets);
  const values = of.values ?? {};

  const ask = (asking: Pick<Listed, 'method' | 'path' | 'body' | 'headers'>, own: Values): Question => {
    const { method = 'GET', path, body, headers = {} } = asking;
    const all = { ...values, ...own };
    const url = urlOf(given.url, filledPath(path, all));
    if (method === 'GET') return { ...get(url), headers };
    const text = JSON.stringify(filled(body ?? {}, all));
    return { method, url, body: text, headers: { 'content-type': 'application/json', ...headers } };
  };
  const lists = (listed: Listed, own: Values, filtered: boolean): Lists => ({
    first: ask(listed, own),
    filtered,
    byTime: 'time' in listed,
    isKeyset: listed.next !== undefined && 'last_id' in listed.next,
    options: { also: listed.empty ?? [] },
    list: (answer, question) => listingOf(answer, question, listed, given.url),
  });
  const look = (
    listed: NonNullable<Description['find' | 'window']>,
    own: Values,
    filtered: boolean,
    control: Look['control'],
  ): Look => ({
    ...lists(listed, own, filtered),
    store: listed.store ?? undeclaredStore(isReviewed),
    also: (listed.also ?? []).map((one) => lists(one, own, one.filtered ?? true)),
    control,
  });
  const isFiltered = of.find.filtered ?? true;

  const inForm = (at: Instant) =>
    ({ iso: toIso(at), epoch: Math.floor(at / 1000), epoch_ms: at })[of.window?.time ?? 'iso'];
  const around = (at: Instant): Lists | undefined => {
    if (of.window === undefined) return undefined;
    const own = { from: inForm((at - 2_000) as Instant), to: inForm((at + 2_000) as Instant) };
    return lists(of.window, { key: nobody, ...own }, false);
  };
  const { byKey, byTime, withBins } = controlsOf({
    of,
    client,
    isReviewed,
    container: (path) => get(urlOf(given.url, filledPath(path, values))),
    sample: () => of.control.sample && ask(of.control.sample, {}),
    keyed: (key, listed = of.find) =>
      lists(listed, { key }, listed === of.find ? isFiltered : (listed.filtered ?? true)),
    around,
  });

  /** What was made in the span and shows no key at all, where the system may have dropped it. */
  const between = (key: string, { from, to }: MadeBetween): Lists[] => {
    if (of.window === undefined || !of.create.may_drop_key) return [];
    return [lists({ ...of.window, drops: true }, { key, from: inForm(from), to: inForm(to) }, false)];
  };

  const find = (key: string, signal: AbortSignal, made?: MadeBetween) => {
    const by = look(of.find, { key }, isFiltered, byKey);
    const also = [...(by.also ?? []), ...(made ? between(key, made) : [])];
    return lookFor(client, key, { ...by, also, ...(made && { since: made.from }) }, signal);
  };
  return {
    id: world.name,
    title: of.title ?? 'HTTP interface, as described',
    identity: identityIn(of, given.url, values),
    abilities: abilitiesOf(of, given.create_maximum, isReviewed),
    find,
    async findWindow(from, to, marker, signal) {
      if (of.window === undefined) return find(marker, signal);
      const listed = of.create.may_drop_key ? ({ ...of.window, drops: true } as const) : of.window;
      const own = { key: marker, from: inForm(from), to: inForm(to) };
      return lookFor(client, marker, { ...look(listed, own, false, byTime), since: from }, signal);
    },
    create: (operation, request, signal) =>
      createOver(
        createOf({ of, client, base: given.url, values, find }, operation, request, signal),
        operation,
        request,
        signal,
      ),
    probe: (signal) => probeBy(() => withBins(signal)),
    close: () => client.close(),
  };
}

function authorization({ auth }: Description, token: string): Readonly<Record<string, string>> {
  if (auth === undefined) return { authorization: `Bearer ${token}` };
  if ('query' in auth) return {};
  if ('basic_user' in auth) return { authorization: basic(auth.basic_user, token) };
  return { [auth.header.toLowerCase()]: auth.value.replaceAll('{token}', token) };
}
