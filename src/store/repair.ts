// The statements that repair a schema. Where PostgreSQL offers a way that locks nobody out for long, it is that one.
import type { SchemaDescription } from './catalog.ts';
import { quoteName as quoted } from './quote.ts';

type Column = SchemaDescription['columns'][number];
type Constraint = SchemaDescription['constraints'][number];
type Index = SchemaDescription['indexes'][number];
type View = SchemaDescription['views'][number];

export function createTable(expected: SchemaDescription, table: string): string[] {
  const of = <T extends { table: string }>(list: readonly T[]) => list.filter((one) => one.table === table);
  const lines = [
    ...of(expected.columns).map((column) => columnText(column) + (column.notNull ? ' not null' : '')),
    ...of(expected.constraints).map(({ name, definition }) => `constraint ${quoted(name)} ${definition}`),
  ];
  const indexes = of(expected.indexes).filter(({ constraint }) => !constraint);
  return [`create table ${at(table)} (\n  ${lines.join(',\n  ')}\n)`, ...indexes.map((index) => index.definition)];
}

export function renameTable(from: string, to: string): string {
  return `alter table ${at(from)} rename to ${quoted(to)}`;
}

/** Out of the way; a constraint that it carries is renamed with it. Names are cut at 63 bytes, so the table stands first. */
export function renameIndex({ table, name }: Index): string {
  return `alter index ${at(name)} rename to ${quoted(`${table.slice(0, 20)} ${name}`.replaceAll(' ', '_'))}`;
}

/** Null is refused in a second step: where rows exist already, somebody has to fill the column between the two. */
export function addColumn(column: Column): string[] {
  return [`${alter(column)} add column ${columnText(column)}`, ...(column.notNull ? changeNull(column) : [])];
}

export function changeType(column: Column, hasDefault: boolean): string[] {
  const name = quoted(column.name);
  const steps = [
    ...(hasDefault ? [`alter column ${name} drop default`] : []),
    `alter column ${name} type ${column.type} using ${name}::${column.type}`,
    ...(column.default === null ? [] : [`alter column ${name} set default ${column.default}`]),
  ];
  return [`${alter(column)} ${steps.join(', ')}`];
}

export function changeDefault(column: Column): string[] {
  const change = column.default === null ? 'drop default' : `set default ${column.default}`;
  return [`${alter(column)} alter column ${quoted(column.name)} ${change}`];
}

export function changeNull(column: Column): string[] {
  return [`${alter(column)} alter column ${quoted(column.name)} ${column.notNull ? 'set' : 'drop'} not null`];
}

/** A unique rule is built as an index beside the traffic and then adopted; a check is declared first and proven after. */
export function addConstraint(constraint: Constraint, index: string | undefined): string[] {
  const add = `${alter(constraint)} add constraint ${quoted(constraint.name)}`;
  if (index === undefined) return [`${add} ${constraint.definition} not valid`, validateConstraint(constraint)];
  const kind = constraint.definition.startsWith('PRIMARY KEY') ? 'primary key' : 'unique';
  return [concurrently(index, 'if not exists '), `${add} ${kind} using index ${quoted(constraint.name)}`];
}

export function dropConstraint(constraint: Constraint): string {
  return `${alter(constraint)} drop constraint ${quoted(constraint.name)}`;
}

export function validateConstraint(constraint: Constraint): string {
  return `${alter(constraint)} validate constraint ${quoted(constraint.name)}`;
}

export function createIndex(index: Index): string {
  return concurrently(index.definition);
}

export function dropIndex(index: Index): string {
  return `drop index concurrently ${at(index.name)}`;
}

export function rebuild(index: Index): string[] {
  return [`reindex index concurrently ${at(index.name)}`];
}

export function createView(view: View): string {
  return `create view ${at(view.name)} as ${view.definition.replace(/;$/, '')}`;
}

export function dropView(view: View): string {
  return `drop view ${at(view.name)}`;
}

function columnText(column: Column): string {
  return `${quoted(column.name)} ${column.type}${column.default === null ? '' : ` default ${column.default}`}`;
}

function concurrently(definition: string, condition = ''): string {
  return definition.replace(/^CREATE (UNIQUE )?INDEX /, (words) => `${words.toLowerCase()}concurrently ${condition}`);
}

function alter({ table }: { readonly table: string }): string {
  return `alter table ${at(table)}`;
}

function at(name: string): string {
  return `dedupe.${quoted(name)}`;
}
