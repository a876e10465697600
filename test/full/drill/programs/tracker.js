// A tracker: every create makes a row, whoever sends it and however often. Without a key of its own, as many have.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE, max: 4 });
pool.on('error', () => {});

createServer(async (request, response) => {
  try {
    let body = '';
    for await (const part of request) body += part;
    const { key, title } = JSON.parse(body);
    const { rows } = await pool.query('insert into app.tickets (key, title) values ($1, $2) returning id', [
      key,
      title,
    ]);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `OPS-${rows[0].id}` }));
  } catch {
    response.writeHead(503).end();
  }
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
