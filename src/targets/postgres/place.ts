// Which server, which database, and as whom: what of the address of a table is no secret.
import { shownHost } from '../../model/clean/shown-host.ts';
import type { TargetWorld } from '../../model/target.ts';

/** As the driver reads it: what the address leaves out comes from the environment. */
export function placeOf(url: string, env: TargetWorld['env']): string {
  const { protocol, hostname, port, pathname, username, searchParams } = new URL(url);
  if (protocol === 'pglite:') return `local${pathname}`;
  const host = hostname || searchParams.get('host') || env.PGHOST || 'local';
  const number = port || env.PGPORT;
  const name = pathname.slice(1) || env.PGDATABASE || username || env.PGUSER || '';
  return `${shownHost(host)}${number ? `:${number}` : ''}/${name}`;
}

/** Who asks and with which settings: a name without its schema is found by both. */
export function sessionOf(url: string, env: TargetWorld['env']) {
  const { username, searchParams } = new URL(url);
  return { user: username || env.PGUSER, options: searchParams.get('options') ?? env.PGOPTIONS };
}
