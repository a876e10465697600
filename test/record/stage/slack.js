// The sender: makes payloads like Slack's, signs them, and goes on as Slack documents when no good answer comes.
// https://docs.slack.dev/apis/events-api/#retries
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const answerWithinMs = 3_000;
/** "Nearly immediately", one minute, five minutes. */
const retryGapsMs = [40, 60_000, 300_000];

export const place = { team: 'T07BIRCHLAB', app: 'A08SUPPORTB', channel: 'C07HELPDESK', user: 'U07REPORTER' };
const words = '<@U08SUPPORTB> the printer on floor 3 is on fire';

/** A message's ts, now. */
export function tsNow() {
  return `${(Date.now() / 1000).toFixed(3)}${String(Math.floor(Math.random() * 1000)).padStart(3, '0')}`;
}

export function newMessage(type = 'message') {
  const ts = tsNow();
  const { channel, user, team } = place;
  return {
    type,
    client_msg_id: randomUUID(),
    text: words,
    user,
    ts,
    team,
    channel,
    event_ts: ts,
    channel_type: 'channel',
  };
}

export function eventCallback(eventId, event) {
  return {
    team_id: place.team,
    api_app_id: place.app,
    event,
    type: 'event_callback',
    event_id: eventId,
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [
      { enterprise_id: null, team_id: place.team, user_id: 'U08SUPPORTB', is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: false,
    event_context: `1-${event.type}-${place.team}-${place.channel}`,
  };
}

/** @returns what became of each attempt, in order: the sender's own view of it. */
export async function deliver(url, payload, signingSecret, { retries = retryGapsMs, stripsRetryHeaders = false } = {}) {
  const attempts = [];
  const urls = Array.isArray(url) ? url : [url];
  let reason;
  for (let num = 0; num <= retries.length; num += 1) {
    if (num > 0) await sleep(retries[num - 1]);
    const attempt = await post(
      urls[num % urls.length],
      payload,
      signingSecret,
      num,
      stripsRetryHeaders ? undefined : reason,
    );
    attempts.push(attempt);
    if (attempt.reason === undefined) break;
    reason = attempt.reason;
  }
  return attempts;
}

async function post(url, payload, signingSecret, num, reason) {
  const click = payload.type !== 'event_callback';
  const body = click ? new URLSearchParams({ payload: JSON.stringify(payload) }).toString() : JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  const headers = {
    accept: '*/*',
    'accept-encoding': 'gzip,deflate',
    'content-length': Buffer.byteLength(body),
    'content-type': click ? 'application/x-www-form-urlencoded' : 'application/json',
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
    ...(reason !== undefined && { 'x-slack-retry-num': String(num), 'x-slack-retry-reason': reason }),
  };
  const sentAt = Date.now();
  const attempt = (more) => ({ num, sentAt, tookMs: Date.now() - sentAt, ...more });
  try {
    const status = await request(url, headers, body);
    return attempt({ status, reason: status >= 200 && status < 300 ? undefined : 'http_error' });
  } catch (error) {
    return attempt({ reason: error.name === 'TimeoutError' ? 'http_timeout' : 'connection_failed' });
  }
}

/** The status; hangs up when the time is over. */
async function request(url, headers, body) {
  const signal = AbortSignal.timeout(answerWithinMs);
  const sent = http.request(url, { method: 'POST', headers, signal });
  try {
    sent.end(body);
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
