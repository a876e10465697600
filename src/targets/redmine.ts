// Redmine: the key stands in a custom field of the issue ("Text", "used as a filter"), which the API can filter by.
// Shown on Redmine 5.0.4: answers come from the primary store at once. An unknown or unfilterable cf_N is ignored and
// everything comes back; without status_id=* closed issues are missing; whoever may not look gets an empty list.
// https://www.redmine.org/projects/redmine/wiki/Rest_Issues
import * as z from 'zod/mini';
import { shownAddress } from '../model/clean/shown-address.ts';
import { type Instant, toIso } from '../model/instant.ts';
import type { Found, MadeBetween, Target, TargetAbilities, TargetAdapter } from '../model/target.ts';
import { createClient } from './http/client.ts';
import { createOver } from './http/create.ts';
import {
  type Control,
  instantOf,
  type Listing,
  type Lists,
  type Look,
  lookFor,
  probeBy,
  type Row,
} from './http/look.ts';
import { type Answer, get, type Question, urlOf } from './http/question.ts';
import { parsed, readAs } from './http/read.ts';
import { address, connection, credential, spanOr, variable, word } from './http/settings.ts';
import { elsewhere } from './redmine/elsewhere.ts';
import { equalityOf, isAskable, nobody } from './redmine/equality.ts';
import { type Issue, issues, madeOf, requestOf, stateOf, valuesOf } from './redmine/issue.ts';
import { project, rolesIn, trackersIn } from './redmine/visibility.ts';

const settings = z.strictObject({
  ...connection,
  url: address(),
  /** Identifier or number of the project. */
  project: z.union([word(), z.int()]),
  /** Number of the custom field that holds the key. */
  key_field: z.int().check(z.positive()),
  /** Numbers of the trackers in which issues are made. Default: any. */
  tracker: z.optional(z.union([z.int(), z.array(z.int()).check(z.minLength(1))])),
  token_env: variable(),
});

const abilities: TargetAbilities = {
  idempotencyKey: undefined,
  uniqueField: undefined,
  findBy: 'primary',
  indexLagMs: 0,
  listsByTime: true,
  namesCreator: true,
  leavesOut: 'issues that were deleted, moved to where this account may not look, or whose key somebody took out',
  // Redmine itself has no limit; servers and proxies in front of it commonly end a request after one to five minutes.
  createMaximumMs: 300_000,
};

const unaskable = 'Redmine reads | in a value as "or", and nothing behind the end of a line';

export const redmine: TargetAdapter<z.output<typeof settings>> = {
  id: 'redmine',
  title: 'Redmine, key in a custom field',
  abilities,
  settings,
  open(given, world): Target {
    const { url, key_field: n } = given;
    const headers = { 'x-redmine-api-key': credential(world, given.token_env ?? 'REDMINE_API_KEY') };
    const client = createClient(given, headers, world);
    const inProject = `/projects/${encodeURIComponent(given.project)}`;
    const wanted = given.tracker === undefined ? undefined : [given.tracker].flat();
    const inTrackers = wanted === undefined ? '' : ` tracker ${wanted.toSorted((a, b) => a - b).join(', ')}`;

    const list = (path: string, query: Record<string, string | number>): Question =>
      get(urlOf(url, path, { status_id: '*', sort: 'id', limit: 100, offset: 0, ...query }));

    const rowOf = (one: Issue): Row => ({
      id: one.id,
      url: urlOf(url, `/issues/${one.id}`),
      createdAt: instantOf(one.created_on),
      createdBy: one.author && String(one.author.id),
      state: stateOf(one),
      carries: (key) => valuesOf(one, n).includes(key),
    });

    function page(answer: Answer, question: Question): Listing {
      const { issues: rows, total_count, offset } = parsed(answer, issues, question);
      const next = new URL(question.url);
      next.searchParams.set('offset', String(offset + rows.length));
      const isLast = rows.length === 0 || offset + rows.length >= total_count;
      return { rows: rows.map(rowOf), total: total_count, next: isLast ? undefined : get(next.href) };
    }

    /** Redmine drops a value that the tracker or its workflow does not allow, without a word: the issue is made all the same. */
    const between = ({ from, to }: MadeBetween): Lists => ({
      first: list(`${inProject}/issues.json`, {
        created_on: `><${wholeSecond(from)}|${wholeSecond(to + 999)}`,
        subproject_id: '!*',
      }),
      filtered: false,
      byTime: true,
      list(answer, question) {
        const { rows, ...rest } = page(answer, question);
        const keyless = new Set(
          parsed(answer, issues, question)
            .issues.filter((one) => valuesOf(one, n).length === 0)
            .map(({ id }) => id),
        );
        const marked = ({ id, createdAt = Number.POSITIVE_INFINITY as Instant }: Row) =>
          keyless.has(id) ? { keylessSince: createdAt } : {};
        return { ...rest, rows: rows.map((row) => ({ ...row, ...marked(row) })) };
      },
    });

    /** The container answers, this account sees all of it, and the filter finds what is equal and keeps out what is not. */
    async function control(signal: AbortSignal): Promise<Control> {
      const asking = { client, url, signal };
      const container = get(urlOf(url, `${inProject}.json`, { include: 'trackers' }));
      const of = (await readAs(client, container, project, signal)).project;
      const ask = async (path: string, query: Record<string, string | number>) =>
        readAs(client, list(path, { limit: 1, ...query }), issues, signal);
      if ((await ask('/issues.json', { [`cf_${n}`]: `=${nobody}` })).total_count > 0)
        return { believed: false, reason: `cf_${n} is ignored: is the field "used as a filter"?` };
      const roles = await rolesIn(asking, of.id);
      if (!roles.believed) return roles;
      const own = (query: Record<string, string | number>) => list(`${inProject}/issues.json`, query);
      const trackers = await trackersIn(asking, { of, admin: roles.admin, trackers: wanted, field: n, list: own });
      if (!trackers.believed) return trackers;
      const equal = await equalityOf(n, (query) => ask(`${inProject}/issues.json`, query));
      if (!equal.believed) return equal;
      const shown = `project ${of.name} answers, ${roles.control}, ${trackers.control}`;
      return { believed: true, control: `${shown}, ${equal.control}` };
    }

    async function find(key: string, signal: AbortSignal, made?: MadeBetween): Promise<Found> {
      if (!isAskable(key)) return { answer: 'cannot-see', reason: unaskable, asked: key };
      // A leading sign is an operator, so one is given.
      const by = (path: string): Lists => ({
        first: list(path, { [`cf_${n}`]: `=${key}` }),
        filtered: true,
        list: page,
      });
      // Whoever moved the issue to another project took the key along.
      const also = [by('/issues.json'), ...(made === undefined ? [] : [between(made)])];
      const look: Look = { ...by(`${inProject}/issues.json`), also, store: 'primary', since: made?.from, control };
      return lookFor(client, key, look, signal);
    }

    return {
      id: world.name,
      title: redmine.title,
      identity: `${shownAddress(url)} project ${given.project} field ${n}${inTrackers}`,
      abilities: { ...abilities, createMaximumMs: spanOr(given.create_maximum, abilities.createMaximumMs) },
      find,
      findWindow: (from, to, marker, signal) =>
        lookFor(client, marker, { ...between({ from, to }), store: 'primary', since: from, control }, signal),
      async create(operation, request, signal) {
        const container = get(urlOf(url, `${inProject}.json`));
        const not = await elsewhere(client, container, given.project, request, signal);
        if (not !== undefined) return not;
        return createOver(
          {
            client,
            question: {
              method: 'POST',
              url: urlOf(url, '/issues.json'),
              headers: { 'content-type': 'application/json' },
            },
            carries(body, key) {
              const sent = requestOf(body);
              if (!sent?.custom_fields.some(({ id, value }) => id === n && value === key)) return false;
              if (!isAskable(key)) return 'key_not_searchable';
              return wanted === undefined || wanted.includes(Number(sent.tracker_id)) || 'request_for_another_tracker';
            },
            made(body) {
              const issue = madeOf(body);
              if (issue === undefined) return undefined;
              const isFound = valuesOf(issue, n).includes(operation.idempotencyKey);
              return { id: issue.id, url: urlOf(url, `/issues/${issue.id}`), ...(isFound ? {} : { keyless: true }) };
            },
          },
          operation,
          request,
          signal,
        );
      },
      probe: (signal) => probeBy(() => control(signal)),
      close: () => client.close(),
    };
  },
};

function wholeSecond(at: number): string {
  return `${toIso(at as Instant).slice(0, 19)}Z`;
}
