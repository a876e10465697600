// No queue at all: the floor's own statement behind Node's HTTP server, to show what of a ratio is the price of that.
import pg from 'pg';

export const title = 'node:http and the same statement';
export const settings = 'prepared, up to 16 connections to the database; nothing is deduplicated by a key of the event';

export async function producer() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE, max: 16 });
  const text = process.env.STATEMENT;
  return { add: () => pool.query({ name: 'insert', text }) };
}
