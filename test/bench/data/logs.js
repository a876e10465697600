// Large logs, the same each time: what a bot with pino writes, and what nginx writes in front of it.
import { closeSync, createReadStream, createWriteStream, openSync, writeFileSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const start = 1795981036000;
export const needle = 'Ev0NEEDLE01';

/** For `node -e`: what it takes to unpack a file, and nothing else. */
export const inflate =
  "const z=require('zlib'),f=require('fs');f.createReadStream(process.argv[1]).pipe(z.createGunzip({chunkSize:1<<20})).resume()";

/** Lines of deliveries; in the middle one event with two deliveries and two records. Gives what a search has to look for. */
export function writeDeliveries(path, bytes) {
  const line = (n) => {
    const id = `Ev${n.toString(36).toUpperCase().padStart(9, '0')}`;
    return `{"level":30,"time":${start + n},"pid":4242,"dedupe":"delivery","at":${start + n},"delivery_id":"d${n}","event_id":"${id}","channel":"C07HELPDESK","ts":"17959${n.toString().padStart(5, '0')}.000100","retry_num":0,"msg":"event received"}\n`;
  };
  const delivery = (n, at, took, more) => ({
    ...{ dedupe: 'delivery', at, answered_at: at + took, status: 200, delivery_id: `needle-${n}`, event_id: needle },
    ...more,
  });
  const record = (n, at) => ({
    dedupe: 'record',
    at,
    target: 'tasks',
    record_id: `NEEDLE-${n}`,
    delivery_id: `needle-${n}`,
  });
  const planted = [
    delivery(1, start, 4200),
    delivery(2, start + 3010, 90, { retry_num: 1, retry_reason: 'http_timeout' }),
    record(1, start + 4100),
    record(2, start + 3090),
  ];
  write(path, bytes, line, planted.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return needle;
}

/** Access lines of nginx with a name for each request; those of the event are tied to it by the few lines of the app's own log. Gives what a search has to look for. */
export function writeAccessLines(path, appLog, bytes) {
  const access = (at, request, rt, more = '') =>
    `10.2.0.${at % 250} - - [${clock(at)}] "POST /slack/events HTTP/1.1" 200 0 "-" "Slackbot 1.0 (+https://api.slack.com/robots)" rt=${rt} request_id=${request}${more}\n`;
  const hex = (n) =>
    `${n.toString(16).padStart(8, '0')}${(((n * 2_654_435_761) % 2 ** 32) >>> 0).toString(16).padStart(24, '7')}`;
  const requests = ['4e656564000000000000000000000001', '4e656564000000000000000000000002'];
  const planted = [
    access(start + 3100, requests[1], '0.090', ' retry_num=1 retry_reason=http_timeout'),
    access(start + 4200, requests[0], '4.201'),
  ];
  write(path, bytes, (n) => access(start + n * 40, hex(n), '0.012'), planted.join(''));
  const own = requests.flatMap((id, i) => [
    { level: 30, time: start + i * 3010 + 5, req: { id }, event_id: needle, msg: 'received' },
    {
      dedupe: 'record',
      at: start + 4100 - i * 1000,
      target: 'tasks',
      record_id: `NEEDLE-${i}`,
      request_id: id,
      event_id: needle,
    },
  ]);
  writeFileSync(appLog, own.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return requests[0];
}

export async function gzipped(path) {
  await pipeline(createReadStream(path), createGzip({ level: 6 }), createWriteStream(`${path}.gz`));
  return `${path}.gz`;
}

function clock(at) {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(at).toUTCString());
  return `${day}/${month}/${year}:${time} +0000`;
}

/** `planted` stands at half of the size. */
export function write(path, bytes, line, planted = '') {
  const fd = openSync(path, 'w');
  let n = 0;
  for (let written = 0, isPlanted = false; written < bytes; ) {
    let text = '';
    while (text.length < 2 ** 20) text += line(n++);
    written += writeSync(fd, text);
    if (isPlanted || written < bytes / 2) continue;
    writeSync(fd, planted);
    isPlanted = true;
  }
  closeSync(fd);
  return n;
}
