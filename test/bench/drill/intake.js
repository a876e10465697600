// The intake that every queue gets: signature, own messages, edits and the key are done right, so that only the queue is compared.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const queue = await import(`./queues/${process.env.QUEUE}.js`);
const secret = readFileSync('secret.txt', 'utf8');
const jobs = await queue.producer();

createServer(async (request, response) => {
  try {
    const body = await buffer(request);
    if (!isSigned(request.headers, body)) return response.writeHead(401).end();
    const task = taskOf(String(body));
    if (task !== undefined) await jobs.add(task);
    response.end();
  } catch {
    response.writeHead(503).end();
  }
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));

function isSigned(headers, body) {
  const at = headers['x-slack-request-timestamp'] ?? '';
  const given = Buffer.from(headers['x-slack-signature'] ?? '');
  const own = Buffer.from(`v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')}`);
  return Math.abs(Date.now() / 1000 - Number(at)) < 300 && given.length === own.length && timingSafeEqual(given, own);
}

/** One key for a message, its mention and a click on it. */
function taskOf(text) {
  const body = JSON.parse(text.startsWith('{') ? text : new URLSearchParams(text).get('payload'));
  const marker = /drill-\w{8}-\d{5}/.exec(text)?.[0];
  if (body.type === 'block_actions')
    return { key: keyOf(body.team.id, body.container.channel_id, body.container.message_ts), marker };
  const { event } = body;
  if (event.subtype === 'message_changed' || event.bot_id !== undefined) return undefined;
  return { key: keyOf(body.team_id, event.channel, event.ts), marker };
}

/** Letters that every queue takes in an id. */
function keyOf(...parts) {
  return createHmac('sha256', 'key').update(parts.join(':')).digest('hex').slice(0, 32);
}
