// One statement on DATABASE, its parameters from the environment. With `hold`, it stays in its transaction until it is killed;
// with `await`, it is asked again until it gives a row.
// node sql.js run|await|hold STATEMENT [VARIABLE…]
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const [, , word, statement, ...names] = process.argv;
const client = new pg.Client(process.env.DATABASE);
await client.connect();
const params = names.map((name) => process.env[name]);
if (word === 'hold') {
  await client.query('begin');
  await client.query(statement, params);
  console.log('held');
  await sleep(600_000);
}
let rows = 0;
while (rows === 0) {
  rows = (await client.query(statement, params)).rowCount ?? 0;
  if (word === 'run') break;
  await sleep(50);
}
await client.end();
