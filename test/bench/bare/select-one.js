// node bare/select-one.js URL: what a cold trace cannot be without: a process, the driver, a connection and one answer.
import pg from 'pg';

const client = new pg.Client(process.argv[2]);
await client.connect();
await client.query('select 1');
await client.end();
