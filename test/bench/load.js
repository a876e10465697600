// Signed requests of Slack over connections that stay open: made beforehand and read with as little as can be, since whoever
// asks shares the machine with whoever answers.
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';

/** So many different messages, ready for the wire. `first` keeps two rounds apart. */
export function messages(count, first, secret) {
  const at = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, i) => {
    const n = first + i;
    const ts = `${1795981000 + Math.floor(n / 1000)}.${String(n % 1000).padStart(6, '0')}`;
    const body = JSON.stringify({
      ...{ token: 'none', team_id: 'T07BIRCHLAB', api_app_id: 'A08SUPPORTB', type: 'event_callback' },
      ...{ event_id: `Ev${String(n).padStart(10, '0')}`, event_time: at, event_context: `4-${'x'.repeat(60)}` },
      authorizations: [{ enterprise_id: null, team_id: 'T07BIRCHLAB', user_id: 'U07SUPPORT', is_bot: true }],
      event: {
        ...{ type: 'message', channel_type: 'channel', channel: 'C07HELPDESK', user: 'U07REPORTER', ts, event_ts: ts },
        ...{
          client_msg_id: `5d0a${String(n).padStart(8, '0')}`,
          text: 'the printer on floor 3 is on fire again '.repeat(3),
        },
      },
    });
    const signature = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex');
    return Buffer.from(
      `POST /slack/events HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: Slackbot 1.0\r\naccept: */*\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nx-slack-request-timestamp: ${at}\r\nx-slack-signature: v0=${signature}\r\n\r\n${body}`,
    );
  });
}

/** As fast as the answers come. Gives ms for all; rejects for any answer but 200. */
export async function flooded(port, requests, connections) {
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    sockets.map(async (socket) => {
      while (next < requests.length) await socket.ask(requests[next++]);
    }),
  );
  const ms = performance.now() - begun;
  for (const socket of sockets) socket.close();
  return ms;
}

/** At so many a second, however slow the answers are. Gives how long each took from the moment at which it was due, in ms. */
export async function paced(port, requests, connections, perSecond) {
  const idle = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const all = [...idle];
  const waiting = [];
  const begun = performance.now();
  const took = requests.map(async (request, i) => {
    const due = begun + (1000 * i) / perSecond;
    const left = due - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    const socket = idle.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
    await socket.ask(request);
    const next = waiting.shift();
    if (next) next(socket);
    else idle.push(socket);
    return performance.now() - due;
  });
  const times = await Promise.all(took);
  for (const socket of all) socket.close();
  return times;
}

async function opened(port) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let answer = { resolve() {}, reject() {} };
  let part = '';
  const broken = (error) => answer.reject(error ?? new Error('the connection was closed'));
  socket.on('error', broken);
  socket.on('close', () => broken());
  socket.on('data', (bytes) => {
    part += bytes.toString('latin1');
    const end = part.indexOf('\r\n\r\n');
    if (end < 0) return;
    // A body is empty in chunks, or has its length: either way it comes with its head or right behind it.
    if (/transfer-encoding: chunked/i.test(part) && !part.endsWith('0\r\n\r\n')) return;
    const status = part.slice(9, 12);
    const { resolve, reject } = answer;
    part = '';
    if (status === '200') resolve();
    else reject(new Error(`the answer was ${status}`));
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answer = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
