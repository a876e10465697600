// The naive app of naive-bolt.js with the durable receiver around its own, and its one effect through `effect`.
import bolt from '@slack/bolt';
import { durable, effect, PermanentError } from 'event-dedupe/bolt';

const plain = new bolt.HTTPReceiver({ signingSecret: process.env.DRILL_SECRET, logLevel: bolt.LogLevel.ERROR });
const receiver = durable(plain, { database: process.env.DATABASE, leaseMs: 2_000, listenerMs: 10_000, pollMs: 100 });
const app = new bolt.App({
  receiver,
  logLevel: bolt.LogLevel.ERROR,
  authorize: async () => ({ botId: 'B0DRILLBOT', botUserId: 'U0DRILLBOT' }),
});

const makeTicket = async ({ event }) => {
  await effect('ticket', ({ idempotencyKey }) => create({ key: idempotencyKey, title: event.text }));
};
app.event('message', makeTicket);
app.event('app_mention', makeTicket);
app.action('create_task', ({ ack }) => ack());

async function create(ticket) {
  const answer = await fetch(`${process.env.TRACKER}/tickets`, { method: 'POST', body: JSON.stringify(ticket) });
  if (answer.status === 422) throw new PermanentError('refused');
  if (!answer.ok) throw new Error(`the tracker said ${answer.status}`);
  return answer.json();
}

await app.start({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');
process.on('SIGTERM', () => app.stop());
