// A Slack app as many are: a ticket for each message, made before the answer, with one more try when the call fails.
import bolt from '@slack/bolt';

const receiver = new bolt.HTTPReceiver({
  signingSecret: process.env.DRILL_SECRET,
  processBeforeResponse: true,
  logLevel: bolt.LogLevel.ERROR,
});
const app = new bolt.App({
  receiver,
  logLevel: bolt.LogLevel.ERROR,
  authorize: async () => ({ botId: 'B0DRILLBOT', botUserId: 'U0DRILLBOT' }),
});

/** The popular guard: it forgets with the process. */
const seen = new Set();

app.message(async ({ message, body }) => {
  const text = message.text ?? message.message?.text;
  if (process.env.REMEMBERS && seen.has(body.event_id)) return;
  const ticket = { key: `${body.team_id}:${body.event_id}`, title: text };
  await create(ticket).catch(() => create(ticket));
  seen.add(body.event_id);
});

async function create(ticket) {
  const answer = await fetch(`${process.env.TRACKER}/tickets`, { method: 'POST', body: JSON.stringify(ticket) });
  if (!answer.ok) throw new Error(`the tracker said ${answer.status}`);
}

await app.start({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');
