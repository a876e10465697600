// Redmine: the key stands in a custom field of the issue (text, "used as a filter"), which the API can filter by.
// Shown on Redmine 5.0.4: answers come from the primary store at once. An unknown or unfilterable cf_N is ignored and
// everything comes back; without status_id=* closed issues are missing; whoever may not look gets an empty list.
// https://www.redmine.org/projects/redmine/wiki/Rest_Issues
import * as z from 'zod/mini';
import { shownAddress } from '../model/clean/shown-address.ts';
import { type Instant, toIso } from '../model/instant.ts';
import type { Found, Target, TargetAbilities, TargetAdapter } from '../model/target.ts';
import { createClient } from './http/client.ts';
import { createOver } from './http/create.ts';
import { type Control, instantOf, type Listing, type Look, lookFor, probeBy, type Row } from './http/look.ts';
import { type Answer, get, type Question, urlOf } from './http/question.ts';
import { idShape, parsed, readAs } from './http/read.ts';
import { address, connection, credential, spanOr, variable, word } from './http/settings.ts';
import { visibilityIn } from './redmine/visibility.ts';

const settings = z.strictObject({
  ...connection,
  url: address(),
  /** Identifier or number of the project. */
  project: z.union([word(), z.int()]),
  /** Number of the custom field that holds the key. */
  key_field: z.int().check(z.positive()),
  token_env: variable(),
});

const abilities: TargetAbilities = {
  idempotencyKey: undefined,
  uniqueField: undefined,
  findBy: 'primary',
  indexLagMs: 0,
  listsByTime: true,
  namesCreator: true,
  leavesOut: 'issues that were deleted, or moved to where this account may not look',
  // Redmine itself has no limit; servers and proxies in front of it commonly end a request after one to five minutes.
  createMaximumMs: 300_000,
};

const field = z.object({ id: z.int(), value: z.optional(z.unknown()) });
const issue = z.object({
  id: idShape,
  created_on: z.optional(z.string()),
  closed_on: z.optional(z.nullable(z.string())),
  author: z.optional(z.object({ name: z.optional(z.string()) })),
  custom_fields: z.optional(z.array(field)),
});
type Issue = z.output<typeof issue>;
const issues = z.object({ issues: z.array(issue), total_count: z.int(), offset: z.int(), limit: z.int() });
const project = z.object({
  project: z.object({
    id: z.int(),
    name: z.string(),
  }),
});
const made = z.object({ issue: z.object({ id: idShape }) });

/** No key has it: whatever comes back for it shows that the filter is not honoured. */
const nobody = 'dedupe-control:no-such-key';

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

    const list = (path: string, query: Record<string, string | number>): Question =>
      get(urlOf(url, path, { status_id: '*', sort: 'id', limit: 100, offset: 0, ...query }));

    const rowOf = (one: Issue): Row => ({
      id: one.id,
      url: urlOf(url, `/issues/${one.id}`),
      createdAt: instantOf(one.created_on),
      createdBy: one.author?.name,
      state: one.closed_on ? 'closed' : 'open',
      carries: (key) => valuesOf(one, n).includes(key),
    });

    function page(answer: Answer, question: Question): Listing {
      const { issues: rows, total_count, offset } = parsed(answer, issues, question);
      const next = new URL(question.url);
      next.searchParams.set('offset', String(offset + rows.length));
      const isLast = rows.length === 0 || offset + rows.length >= total_count;
      return { rows: rows.map(rowOf), total: total_count, next: isLast ? undefined : get(next.href) };
    }

    /** The container answers, and the filter keeps out what does not match: a field that is not known is ignored. */
    async function control(signal: AbortSignal): Promise<Control> {
      const container = get(urlOf(url, `${inProject}.json`));
      const { id: projectId, name } = (await readAs(client, container, project, signal)).project;
      const strangers = await readAs(
        client,
        list('/issues.json', { [`cf_${n}`]: `=${nobody}`, limit: 1 }),
        issues,
        signal,
      );
      if (strangers.total_count > 0)
        return { believed: false, reason: `cf_${n} is ignored: is the field "used as a filter"?` };
      const any = list(`${inProject}/issues.json`, { [`cf_${n}`]: '*', limit: 1 });
      const [known] = (await readAs(client, any, issues, signal)).issues;
      const value = known && valuesOf(known, n)[0];
      if (known === undefined || value === undefined) {
        const shown = await visibilityIn(client, url, projectId, signal);
        if (!shown.believed) return shown;
        return { believed: true, control: `project ${name} answers, the filter is honoured, ${shown.control}` };
      }
      const again = list(`${inProject}/issues.json`, { [`cf_${n}`]: `=${value}`, limit: 100 });
      const seen = (await readAs(client, again, issues, signal)).issues.some(({ id }) => id === known.id);
      return seen
        ? { believed: true, control: `issue ${known.id} is found by its own value of field ${n}` }
        : { believed: false, reason: `issue ${known.id} is not found by its own value of field ${n}` };
    }

    const look = (first: Question, filtered: boolean): Look => ({
      first,
      store: 'primary',
      filtered,
      list: page,
      control,
    });

    async function find(key: string, signal: AbortSignal): Promise<Found> {
      // A bar separates alternatives; a leading sign is an operator, so one is given.
      const filter = { [`cf_${n}`]: `=${key}` };
      if (key.includes('|')) return { answer: 'cannot-see', reason: 'Redmine reads | in a value as "or"', asked: key };
      const here = await lookFor(client, key, look(list(`${inProject}/issues.json`, filter), true), signal);
      if (here.answer !== 'none') return here;
      // Whoever moved the issue to another project took the key along.
      const anywhere = await lookFor(client, key, look(list('/issues.json', filter), true), signal);
      return anywhere.answer === 'none' ? here : anywhere;
    }

    return {
      id: world.name,
      title: redmine.title,
      identity: `${shownAddress(url)} project ${given.project} field ${n}`,
      abilities: { ...abilities, createMaximumMs: spanOr(given.create_maximum, abilities.createMaximumMs) },
      find,
      findWindow: (from, to, marker, signal) =>
        lookFor(
          client,
          marker,
          look(list('/issues.json', { created_on: `><${wholeSecond(from)}|${wholeSecond(to + 999)}` }), false),
          signal,
        ),
      create: (operation, request, signal) =>
        createOver(
          {
            client,
            question: {
              method: 'POST',
              url: urlOf(url, '/issues.json'),
              headers: { 'content-type': 'application/json' },
            },
            carries: (body, key) => carriesKey(body, n, key),
            made: (body) => {
              const checked = made.safeParse(body);
              return checked.success
                ? { id: checked.data.issue.id, url: urlOf(url, `/issues/${checked.data.issue.id}`) }
                : undefined;
            },
          },
          operation,
          request,
          signal,
        ),
      probe: (signal) => probeBy(() => control(signal)),
      close: () => client.close(),
    };
  },
};

function valuesOf({ custom_fields = [] }: Issue, n: number): string[] {
  const value = custom_fields.find(({ id }) => id === n)?.value;
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
}

const request = z.object({ issue: z.object({ custom_fields: z.array(field) }) });

function carriesKey(body: unknown, n: number, key: string): boolean {
  const checked = request.safeParse(body);
  return checked.success && checked.data.issue.custom_fields.some(({ id, value }) => id === n && value === key);
}

function wholeSecond(at: number): string {
  return `${toIso(at as Instant).slice(0, 19)}Z`;
}
