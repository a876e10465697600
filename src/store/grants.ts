// The rights that a reader and a writer need and no more, as SQL for whoever owns the schema.
import { expectedSchema } from './expected-schema.ts';
import { quoteName, quoteText } from './quote.ts';

/** What people wrote, and what was sent for them. A reader has no right to it, so a diagnosis cannot show it. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  inbound_events: ['payload', 'headers'],
  operations: ['request'],
  tasks: ['title'],
};

export interface Roles {
  readonly reader: string;
  readonly writer: string;
}

/** Can be run again after every migration: it takes back first whatever the two roles had in the schema. */
export function grantsScript({ reader, writer }: Roles): string {
  const [r, w] = [quoteName(reader), quoteName(writer)];
  const tables = expectedSchema.tables;
  const written = tables.filter((table) => table !== 'migrations');
  return `-- Run it as the owner of schema dedupe, in its database. Passwords are not part of it: \\password ROLE in psql.
${createRole(reader)}
${createRole(writer)}
${grantConnect([reader, writer])}

revoke all on schema dedupe from public, ${r}, ${w};
revoke all on all tables in schema dedupe from public, ${r}, ${w};
grant usage on schema dedupe to ${r}, ${w};

-- The reader: every column except what people wrote and what was sent for them.
${tables.map((table) => `grant select${columnsFor(table)} on dedupe.${table} to ${r};`).join('\n')}
grant select on ${viewNames()} to ${r};
alter role ${r} set default_transaction_read_only = on;
alter role ${r} set statement_timeout = '60s';

-- The writer: rows come and change, none is ever deleted, and the schema is not its own.
${written.map((table) => `grant select, insert, update on dedupe.${table} to ${w};`).join('\n')}
grant select on dedupe.migrations, ${viewNames()} to ${w};
`;
}

function columnsFor(table: string): string {
  const without = hidden[table];
  if (!without) return '';
  const names = expectedSchema.columns.filter((one) => one.table === table && !without.includes(one.name));
  return ` (${names.map(({ name }) => name).join(', ')})`;
}

function viewNames(): string {
  return expectedSchema.views.map(({ name }) => `dedupe.${name}`).join(', ');
}

function createRole(name: string): string {
  const create = quoteText(`create role ${quoteName(name)} login`);
  return block(
    `if not exists (select from pg_roles where rolname = ${quoteText(name)}) then execute ${create}; end if;`,
  );
}

/** A database that was closed to the public opens for these two; its name is known only where the script runs. */
function grantConnect(names: readonly string[]): string {
  const list = names.map((name) => quoteName(name)).join(', ');
  const text = quoteText(`grant connect on database %I to ${list.replaceAll('%', '%%')}`);
  return block(`execute format(${text}, current_database());`);
}

/** The tag must not occur in the body, whatever a role is called. */
function block(body: string): string {
  const tag = body.includes('$do$') ? '$do_dedupe$' : '$do$';
  return `do ${tag} begin ${body} end ${tag};`;
}
