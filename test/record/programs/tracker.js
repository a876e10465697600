// The target: a small tracker that creates whatever it is asked to, and can be slow or wrong about saying so.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLog } from './log.js';

const config = JSON.parse(process.env.RECORD_CONFIG);
const { log, fact } = startLog({ service: 'tracker', ...config });
const records = [];
let failingPages = config.failingPages ?? 0;

const server = createServer(async (req, res) => {
  const answer = (status, body) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (req.method === 'GET') return answer(200, req.url.startsWith('/search') ? indexed() : records);
  await json(req);
  if (req.url === '/pages') {
    failingPages -= 1;
    return failingPages >= 0 ? answer(503, { error: 'pager unavailable' }) : answer(202, {});
  }
  const record = create(req.headers['x-request-id']);
  const first = records.length === 1;
  if (first && config.firstAnswerAfterMs) await sleep(config.firstAnswerAfterMs);
  return first && config.firstStatus ? answer(config.firstStatus, { error: 'internal' }) : answer(201, record);
});

/** What the search knows: like most, it is filled a while after the create. */
function indexed() {
  return records.filter(({ created_at }) => Date.now() - created_at >= (config.indexLagMs ?? 0));
}

function create(requestId) {
  const at = new Date();
  const id = `TRK-${801 + records.length}`;
  const record = { id, url: `https://tracker.example.com/records/${id}`, created_at: at };
  records.push(record);
  fact('record', {
    at,
    created_at: at,
    target: 'tracker',
    record_id: id,
    url: record.url,
    created_by: 'support-bot',
    request_id: requestId,
  });
  log.info({ record_id: id, request_id: requestId }, 'record created');
  return record;
}

server.listen(0, '127.0.0.1', () => process.send({ ready: `http://127.0.0.1:${server.address().port}` }));

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  process.disconnect();
});
