// What the catalogs say of unique keys: in the dedupe schema, and in tables of one's own.
import type { Checkup, KeyedTable, Witness } from './checkup.ts';
import { cannotTell, of, shows, speaksAgainst } from './witness.ts';

type SchemaTable = 'inbound_events' | 'operations' | 'tasks';

const keys: Readonly<Record<SchemaTable, string>> = {
  inbound_events: 'unique (event_id, workspace_id, provider)',
  operations: 'unique (source_event_key, workspace_id)',
  tasks: 'unique (source_event_key, workspace_id)',
};

/** A schema that nobody writes protects nobody. */
export function keyIn({ schema }: Checkup, tables: readonly SchemaTable[]): readonly Witness[] {
  return of('database', schema, ({ differences, holds }) => {
    const own = differences.filter(({ problem }) => tables.some((table) => problem.includes(`dedupe.${table}`)));
    if (own.length > 0) return own.map(({ problem, repair }) => speaksAgainst('database', problem, repair));
    const isUsed = tables.includes('inbound_events') ? holds.events : holds.effects;
    const said = tables.map((table) => `dedupe.${table}: ${keys[table]}`).join('; ');
    return [isUsed ? shows('database', said) : cannotTell('database', `${said}, and no row: nobody writes it`)];
  });
}

const nouns: Readonly<Record<KeyedTable['role'], string>> = {
  events: 'events',
  jobs: 'jobs of an event',
  records: 'tasks of an event',
};

export function keysOf({ tables }: Checkup, role: KeyedTable['role']): readonly Witness[] {
  return of('tables', tables, ({ keyed, keyless, selects }) => {
    const own = keyed.filter((one) => one.role === role);
    const open = keyless
      .filter((one) => one.role === role)
      .map(({ name, why }) => cannotTell('tables', `${name}: ${why}`));
    if (own.length + open.length === 0) {
      const none = selects.length > 0 ? 'no table of the configuration holds' : 'no table looks like';
      return [cannotTell('tables', `${none} ${nouns[role]}`, 'dedupe init --dry-run')];
    }
    const told = own.map(({ name, columns, unique, repair }) => {
      const column = columns.join(', ');
      if (unique === 'yes') return shows('tables', `unique index on ${name} (${column})`);
      const said = unique === 'no' ? 'no unique index' : 'a unique index over some of the rows only';
      return speaksAgainst('tables', `${said} on ${name} (${column})`, repair);
    });
    return [...told, ...open];
  });
}
