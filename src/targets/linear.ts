// Linear issues: the client may choose the id, a UUID, so it is derived from the key; a second create with it is refused, and
// the issue is read by it from the primary store, archived ones and those in the trash too. GraphQL answers 200 with errors,
// so what happened is read from their codes. https://github.com/linear/linear (schema.graphql: IssueCreateInput.id, IssueFilter)
import * as z from 'zod/mini';
import { shownAddress } from '../model/clean/shown-address.ts';
import type { Created, Target, TargetAbilities, TargetAdapter } from '../model/target.ts';
import { createClient } from './http/client.ts';
import { createOver } from './http/create.ts';
import { type Control, instantOf, type Listing, lookFor, probeBy, type Row } from './http/look.ts';
import { type Answer, post, type Question, Unbelievable } from './http/question.ts';
import { idShape, parsed, read } from './http/read.ts';
import { address, connection, credential, spanOr, variable } from './http/settings.ts';
import { linearIssueId } from './linear/issue-id.ts';

const settings = z.strictObject({
  ...connection,
  url: z.optional(address()),
  /** Key of the team, such as OPS. */
  team: z.string().check(z.regex(/^[A-Z][A-Z0-9]*$/)),
  token_env: variable(),
});

const abilities: TargetAbilities = {
  idempotencyKey: undefined,
  uniqueField: 'id',
  findBy: 'primary',
  indexLagMs: 0,
  listsByTime: false,
  namesCreator: true,
  leavesOut: 'issues that were deleted for good',
  createMaximumMs: 300_000,
};

const issue = z.object({
  id: idShape,
  identifier: idShape,
  url: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  trashed: z.optional(z.nullable(z.boolean())),
  completedAt: z.optional(z.nullable(z.string())),
  canceledAt: z.optional(z.nullable(z.string())),
  creator: z.optional(z.nullable(z.object({ id: z.string() }))),
});
const issues = z.object({
  data: z.object({
    issues: z.object({ nodes: z.array(issue), pageInfo: z.optional(z.object({ hasNextPage: z.boolean() })) }),
  }),
});
const teams = z.object({ data: z.object({ teams: z.object({ nodes: z.array(z.object({ key: z.string() })) }) }) });
const failure = z.object({
  errors: z.array(
    z.object({ message: z.string(), extensions: z.optional(z.looseObject({ code: z.optional(z.string()) })) }),
  ),
});
const made = z.object({
  data: z.object({
    issueCreate: z.object({
      issue: z.object({ identifier: idShape, url: z.optional(z.string()), id: z.optional(z.string()) }),
    }),
  }),
});

const fields = 'id identifier url createdAt trashed completedAt canceledAt creator { id }';
const byId = `query ($id: ID!) { issues(filter: { id: { eq: $id } }, includeArchived: true) { nodes { ${fields} } pageInfo { hasNextPage } } }`;
const anyOf =
  'query ($key: String!) { issues(first: 3, filter: { team: { key: { eq: $key } } }, includeArchived: true) { nodes { id identifier } } }';
const byTeam = 'query ($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { key } } }';

export const linear: TargetAdapter<z.output<typeof settings>> = {
  id: 'linear',
  title: 'Linear issues, id derived from the key',
  abilities,
  settings,
  open(given, world): Target {
    const url = given.url ?? 'https://api.linear.app/graphql';
    const headers = { authorization: credential(world, given.token_env ?? 'LINEAR_API_KEY') };
    const client = createClient({ ...given, url }, headers, world);
    const ask = (query: string, variables: object) => post(url, { query, variables });

    function list(answer: Answer, question: Question): Listing & { readonly rows: readonly IssueRow[] } {
      refuseErrors(answer);
      const { nodes, pageInfo } = parsed(answer, issues, question).data.issues;
      const further = pageInfo?.hasNextPage ? 'its pageInfo says so' : undefined;
      return { rows: nodes.map(rowOf), next: undefined, further };
    }

    async function control(signal: AbortSignal): Promise<Control> {
      const question = ask(byTeam, { key: given.team });
      const answer = await read(client, question, signal, { also: [400] });
      refuseErrors(answer);
      const { nodes } = parsed(answer, teams, question).data.teams;
      if (!nodes.some(({ key }) => key === given.team))
        return { believed: false, reason: `team ${given.team} is not visible` };
      const found = await knownFound(signal);
      return found.believed ? { ...found, control: `team ${given.team} is visible, ${found.control}` } : found;
    }

    /** An issue that is there is found by its id, in the same way as the one that is looked for. */
    async function knownFound(signal: AbortSignal): Promise<Control> {
      const asked = ask(anyOf, { key: given.team });
      const some = list(await read(client, asked, signal, { also: [400] }), asked).rows;
      if (some.length === 0) return { believed: true, control: 'it has no issue yet, so no hit shows the look' };
      for (const one of some) {
        const again = ask(byId, { id: one.issueId });
        const { rows } = list(await read(client, again, signal, { also: [400] }), again);
        if (rows.some(({ id }) => id === one.id))
          return { believed: true, control: `issue ${one.id} is found by its id` };
      }
      const names = some.map(({ id }) => id).join(', ');
      return { believed: false, reason: `issues that are there are not found by their ids: ${names}` };
    }

    const find: Target['find'] = (key, signal) =>
      lookFor(
        client,
        key,
        {
          first: ask(byId, { id: linearIssueId(key) }),
          store: 'primary',
          filtered: true,
          options: { also: [400] },
          list,
          control,
        },
        signal,
      );
    return {
      id: world.name,
      title: linear.title,
      identity: `${shownAddress(url)} team ${given.team}`,
      abilities: { ...abilities, createMaximumMs: spanOr(given.create_maximum, abilities.createMaximumMs) },
      find,
      findWindow: (_, __, marker, signal) => find(marker, signal),
      create: (operation, request, signal) =>
        createOver(
          {
            client,
            question: { method: 'POST', url, headers: { 'content-type': 'application/json' } },
            carries: (body, key) => {
              const checked = request_.safeParse(body);
              return checked.success && checked.data.variables.input.id === linearIssueId(key);
            },
            made: (body) => {
              const checked = made.safeParse(body);
              const one = checked.success ? checked.data.data.issueCreate.issue : undefined;
              if (one === undefined) return undefined;
              // The request says which fields the answer shows.
              const isOwn = one.id === undefined || one.id === linearIssueId(operation.idempotencyKey);
              return { id: one.identifier, url: one.url, ...(isOwn ? {} : { keyless: true }) };
            },
            judge: (_, body) => judged(body),
            async existing() {
              const there = await find(operation.idempotencyKey, signal);
              const [record] = there.answer === 'found' ? there.records : [];
              return record && { id: record.id, url: record.url };
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

const request_ = z.object({ variables: z.object({ input: z.object({ id: z.string() }) }) });

interface IssueRow extends Row {
  readonly issueId: string;
}

function rowOf(one: z.output<typeof issue>): IssueRow {
  const isClosed = Boolean(one.completedAt ?? one.canceledAt);
  return {
    id: one.identifier,
    issueId: one.id,
    url: one.url,
    createdAt: instantOf(one.createdAt),
    createdBy: one.creator?.id,
    state: one.trashed ? 'deleted' : isClosed ? 'closed' : 'open',
    carries: (key) => one.id === linearIssueId(key),
  };
}

/** Two hundred with errors is no answer to the question. */
function refuseErrors(answer: Answer): void {
  const code = codeIn(jsonOrNothing(answer.text));
  if (code !== undefined) throw new Unbelievable(`Linear answered with the error ${code}`);
}

function judged(body: unknown): Created | 'exists' | undefined {
  const code = codeIn(body);
  if (code === undefined) return undefined;
  const { errors } = failure.parse(body);
  if (code === 'RATELIMITED') return { outcome: 'refused', reason: 'http_429', temporary: true };
  if (errors.some(({ message }) => /conflict on insert|already exists/i.test(message))) return 'exists';
  if (/^(INPUT_ERROR|INVALID_INPUT|GRAPHQL_VALIDATION_FAILED|FORBIDDEN|AUTHENTICATION_ERROR)$/.test(code))
    return { outcome: 'refused', reason: code, temporary: false };
  return { outcome: 'unknown', reason: code };
}

function codeIn(body: unknown): string | undefined {
  const checked = failure.safeParse(body);
  if (!checked.success || checked.data.errors.length === 0) return undefined;
  return checked.data.errors[0]?.extensions?.code ?? 'without_code';
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
