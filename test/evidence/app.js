// node app.js LOGGER FILE: an app as anybody would write it, which answers two deliveries of one event and logs in its own way.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import bunyan from 'bunyan';
import pino from 'pino';
import pinoHttp from 'pino-http';
import winston from 'winston';

const [, , logger, file] = process.argv;
let made = 0;

/** What each library's manual shows: `begin` may log, and returns the request's logger and what to log at its end. */
const loggers = {
  'pino-http': () => {
    const middleware = pinoHttp({}, pino.destination({ dest: file, sync: true }));
    return (req, res) => {
      middleware(req, res);
      return { info: (about, message) => req.log.info(about, message), end: () => {} };
    };
  },
  winston: () => {
    const log = winston.createLogger({
      format: winston.format.combine(winston.format.timestamp(), winston.format.json()),
      transports: [new winston.transports.File({ filename: file })],
    });
    return ownRequests((about, message) => log.info(message, about));
  },
  bunyan: () => {
    const log = bunyan.createLogger({ name: 'bot', streams: [{ path: file }] });
    return ownRequests((about, message) => log.info(about, message));
  },
};

/** Where the library knows no requests, the app names them itself. */
function ownRequests(write) {
  return (req, res) => {
    const begun = performance.now();
    const about = { request_id: req.headers['x-request-id'] };
    const info = (more, message) => write({ ...about, ...more }, message);
    const end = () =>
      info(
        { method: req.method, url: req.url, statusCode: res.statusCode, duration_ms: performance.now() - begun },
        'request completed',
      );
    return { info, end };
  };
}

const begin = loggers[logger]();
const server = createServer(async (req, res) => {
  const log = begin(req, res);
  let text = '';
  for await (const chunk of req) text += chunk;
  const body = JSON.parse(text);
  const retry = req.headers['x-slack-retry-num'];
  log.info(
    { slack: { event_id: body.event_id, retry_num: Number(retry ?? 0) }, user: 'Ana Example' },
    `hello ${body.text}`,
  );
  await setTimeout(50);
  made += 1;
  log.info({ ticket: { key: `OPS-${made}`, title: body.text } }, 'created');
  res.end();
  await once(res, 'close');
  log.end();
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => server.close(() => setTimeout(200).then(() => process.exit())));
