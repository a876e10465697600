// What a bot with pino writes about its events: its own lines, lines for dedupe, the request at its end; one event in a thousand is made twice.
import { write } from './logs.js';

const start = 1795981036000;
const uuid = (i, letter) =>
  `${letter}${i.toString(16).padStart(7, '0')}-abd5-4c90-87e8-${(((i * 2654435761) % 2 ** 32) >>> 0).toString(16).padStart(12, '0')}`;

/** Gives the number of events. */
export function writeAppLog(path, bytes) {
  return write(path, bytes, linesOf);
}

function linesOf(i) {
  const [at, id] = [start + i * 50, `Ev0${i.toString(36).toUpperCase().padStart(8, '0')}`];
  const iso = (ms) => new Date(at + ms).toISOString();
  const [d, r, q] = [uuid(i, 'd'), uuid(i, 'a'), uuid(i, 'e')];
  const head = `{"level":30,"time":${at},"service":"support-bot","instance_id":"app-1","deployment_version":"3.7.1","pid":22888,`;
  const ts = `${1795981000 + Math.floor(i / 10)}.${String(i % 1000000).padStart(6, '0')}`;
  const record = (suffix) =>
    `${head}"dedupe":"record","at":"${iso(9)}","event_id":"${id}","delivery_id":"${d}","run_id":"${r}","target":"tasks","record_id":"OPS-${i}${suffix}","source_event_key":"slack:T07:${id}","created_by":"support-bot"}\n`;
  return [
    `${head}"dedupe":"delivery","at":"${iso(0)}","delivery_id":"${d}","event_id":"${id}","workspace_id":"T07BIRCHLAB","request_id":"${q}","app_id":"A08SUPPORTB","event_type":"app_mention","channel":"C07HELPDESK","ts":"${ts}","client_msg_id":"${uuid(i, 'c')}","actor":"U07REPORTER","transport":"http","route":"/slack/events","retry_num":0}\n`,
    `${head}"dedupe":"run","at":"${iso(5)}","event_id":"${id}","request_id":"${q}","run_id":"${r}","listener":"app_mention","delivery_id":"${d}","started_at":"${iso(5)}"}\n`,
    `${head}"event_id":"${id}","channel":"C07HELPDESK","msg":"looking up the roster for this request, cached entry found"}\n`,
    record(''),
    ...(i % 1000 === 500 ? [record('b')] : []),
    `${head}"dedupe":"run","at":"${iso(5)}","event_id":"${id}","run_id":"${r}","delivery_id":"${d}","finished_at":"${iso(12)}","outcome":"done"}\n`,
    `${head}"dedupe":"delivery","delivery_id":"${d}","event_id":"${id}","answered_at":"${iso(20)}","status":200,"disposition":"accepted"}\n`,
    `${head}"req":{"id":"${q}","method":"POST","url":"/slack/events","headers":{"accept":"*/*","user-agent":"Slackbot 1.0","x-slack-request-timestamp":"1795981954","x-slack-signature":"[Redacted]"}},"res":{"statusCode":200},"responseTime":33,"msg":"request completed"}\n`,
  ].join('');
}
