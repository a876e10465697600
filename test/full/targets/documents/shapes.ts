// What each vendor publishes about the requests that an adapter makes: types made from its OpenAPI or GraphQL document.
import { createRequire } from 'node:module';
import type { Asked } from '../../../targets/fake-server.ts';

/** Type expressions over the imports below; a part that is left out is not published as a type. */
export interface Published {
  readonly query?: string;
  readonly body?: string;
  readonly answer?: string;
}

/** A value and the type that it must fit. */
export interface Claim {
  readonly value: unknown;
  readonly type: string;
}

export interface Vendor {
  readonly name: string;
  /** Lines of TypeScript before the claims. */
  readonly imports: string;
  /** Throws for a request that the vendor's document does not know. */
  claims(asked: Asked, answered: unknown): Claim[];
}

const github: Vendor = {
  name: 'github',
  imports: `import type { paths } from '@octokit/openapi-types';
    type Issues = paths['/repos/{owner}/{repo}/issues'];
    type Repository = paths['/repos/{owner}/{repo}'];`,
  claims: byTable({
    'GET /repos/example/ops/issues': {
      query: `Issues['get']['parameters']['query']`,
      answer: `Issues['get']['responses'][200]['content']['application/json']`,
    },
    'POST /repos/example/ops/issues': {
      body: `NonNullable<Issues['post']['requestBody']>['content']['application/json']`,
      answer: `Issues['post']['responses'][201]['content']['application/json']`,
    },
    'GET /repos/example/ops': { answer: `Repository['get']['responses'][200]['content']['application/json']` },
  }),
};

/** HubSpot's generated client names what stands in a path or a query by position only. */
const hubspot: Vendor = {
  name: 'hubspot',
  imports: `import type { SimplePublicObjectInputForCreate } from '@hubspot/api-client/lib/codegen/crm/tickets/models/SimplePublicObjectInputForCreate';
    import type { SimplePublicObject } from '@hubspot/api-client/lib/codegen/crm/tickets/models/SimplePublicObject';
    import type { PublicObjectSearchRequest as Search } from '@hubspot/api-client/lib/codegen/crm/tickets/models/PublicObjectSearchRequest';
    import type { CollectionResponseWithTotalSimplePublicObjectForwardPaging as Found } from '@hubspot/api-client/lib/codegen/crm/tickets/models/CollectionResponseWithTotalSimplePublicObjectForwardPaging';
    import type { Property } from '@hubspot/api-client/lib/codegen/crm/properties/models/Property';
    type Words<T> = T extends string ? \`\${T}\` : T extends readonly (infer E)[] ? Words<E>[] : T extends object ? { [K in keyof T]: Words<T[K]> } : T;`,
  claims: byTable({
    'POST /crm/v3/objects/tickets': { body: 'SimplePublicObjectInputForCreate', answer: 'SimplePublicObject' },
    'POST /crm/v3/objects/tickets/search': { body: 'Words<Search>', answer: 'Found' },
    'GET /crm/v3/objects/tickets/*': { answer: 'SimplePublicObject' },
    'GET /crm/v3/properties/tickets/source_key': { answer: 'Property' },
  }),
};

const stripe: Vendor = {
  name: 'stripe',
  imports: `import type Stripe from 'stripe';`,
  claims: byTable({
    'POST /v1/invoices': { body: 'Stripe.InvoiceCreateParams', answer: 'Stripe.Invoice' },
    'GET /v1/invoices': { query: 'Stripe.InvoiceListParams', answer: 'Stripe.ApiList<Stripe.Invoice>' },
    'GET /v1/invoices/search': {
      query: 'Stripe.InvoiceSearchParams',
      answer: 'Stripe.ApiSearchResult<Stripe.Invoice>',
    },
  }),
};

interface Field {
  readonly name: { readonly value: string };
  readonly arguments?: readonly { readonly name: { readonly value: string }; readonly value: unknown }[];
  readonly selectionSet?: { readonly selections: readonly Field[] };
}

/** GraphQL: what is asked is a text, whose arguments and fields are compared one by one. */
const linear: Vendor = {
  name: 'linear',
  imports: `import type { LinearDocument as L } from '@linear/sdk';
    type Roots = { issues: [L.QueryIssuesArgs, L.IssueConnection]; teams: [L.QueryTeamsArgs, L.TeamConnection]; issueCreate: [L.MutationIssueCreateArgs, L.IssuePayload] };`,
  claims({ json }, answered) {
    const { query, variables } = json();
    const { parse, valueFromASTUntyped } = createRequire(`${import.meta.dirname}/package.json`)('graphql');
    const roots: readonly Field[] = parse(query).definitions[0].selectionSet.selections;
    return roots.flatMap((root): Claim[] => {
      const of = `Roots['${root.name.value}']`;
      const given = (root.arguments ?? []).map(({ name, value }) => [
        name.value,
        valueFromASTUntyped(value, variables),
      ]);
      const { data } = answered as { data: Record<string, unknown> | null };
      return [
        { value: Object.fromEntries(given), type: `${of}[0]` },
        ...fieldsOf(root, `${of}[1]`),
        ...(data ? [{ value: data[root.name.value], type: `Part<${of}[1]>` }] : []),
      ];
    });
  },
};

/** Each field that is asked for, as a key of the type that it is asked of. */
function fieldsOf(field: Field, type: string): Claim[] {
  const selections = field.selectionSet?.selections ?? [];
  return selections.flatMap((one) => [
    { value: one.name.value, type: `keyof One<${type}>` },
    ...fieldsOf(one, `One<${type}>['${one.name.value}']`),
  ]);
}

export const vendors: readonly Vendor[] = [github, hubspot, stripe, linear];

function byTable(table: Readonly<Record<string, Published>>): Vendor['claims'] {
  return (asked, answered) => {
    const { method, path, query, body } = asked;
    const name = `${method} ${path}`;
    const row = table[name] ?? table[`${method} ${path.replace(/\/[^/]*$/, '/*')}`];
    if (row === undefined) throw new Error(`${name} is not in what is published`);
    return [
      ...(row.query ? [{ value: nested([...query]), type: `NonNullable<${row.query}>` }] : []),
      ...(row.body ? [{ value: bodyOf(body), type: row.body }] : []),
      ...(row.answer ? [{ value: answered, type: `Part<${row.answer}>` }] : []),
    ];
  };
}

const bodyOf = (body: string) => (body.startsWith('{') ? JSON.parse(body) : nested([...new URLSearchParams(body)]));

/** `created[gte]=1` as the object that it stands for; a number is one on the wire too. */
function nested(pairs: readonly (readonly [string, string])[]): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [name, text] of pairs) {
    const value = /^\d+$/.test(text) ? Number(text) : text;
    const [, outer = name, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    all[outer] = inner === undefined ? value : { ...(all[outer] as object), [inner]: value };
  }
  return all;
}
