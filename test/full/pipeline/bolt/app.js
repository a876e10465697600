// A Bolt app that is going to be killed: the test says over a socket when each step may go on.
import bolt from '@slack/bolt';
import { durable, effect } from 'event-dedupe/bolt';

const { DEDUPE_DATABASE_URL, DEDUPE_SIGNING_SECRET, DEDUPE_TEST_TARGET, DEDUPE_TEST_SLACK, DEDUPE_TEST_SOCKET } =
  process.env;
const { DEDUPE_TEST_ONLY_EFFECTS } = process.env;

const clientOptions = { slackApiUrl: DEDUPE_TEST_SLACK };
const plain = DEDUPE_TEST_SOCKET
  ? new bolt.SocketModeReceiver({ appToken: 'xapp-of-this-test', installerOptions: { clientOptions } })
  : new bolt.HTTPReceiver({ signingSecret: DEDUPE_SIGNING_SECRET });
const receiver = durable(plain, {
  database: DEDUPE_DATABASE_URL,
  leaseMs: 1_000,
  listenerMs: 10_000,
  pollMs: 100,
  onlyEffects: DEDUPE_TEST_ONLY_EFFECTS === 'yes',
});
const app = new bolt.App({ token: 'xoxb-of-this-test', receiver, clientOptions });

const ask = (path, body) =>
  fetch(`${DEDUPE_TEST_TARGET}${path}`, { method: 'POST', body }).then((answer) => answer.text());

app.message('raw', ({ message }) => ask('/create', message.ts));
app.message('effect', async ({ message }) => {
  await ask('/before', message.ts);
  await effect('ticket', ({ idempotencyKey }) => ask('/create', idempotencyKey));
  await ask('/after', message.ts);
});
app.command('/task', async ({ ack, command }) => {
  await ask('/create', command.trigger_id);
  await ack('on it');
});

const server = await app.start(0);
process.stderr.write(`listening on port ${DEDUPE_TEST_SOCKET ? 0 : server.address().port};\n`);
process.on('SIGTERM', () => app.stop());
