// How does a program of the recordings log? With pino, as it would anyway; a fact line is one call more.
import pino from 'pino';

/**
 * @param {{ service: string, instance: string, version: string }} self
 * Standard output, and synchronously by request: what was logged before a SIGKILL is then in the pipe.
 */
export function startLog({ service, instance, version }) {
  const base = { service, instance_id: instance, deployment_version: version, pid: process.pid };
  const redact = ['req.headers["x-slack-signature"]'];
  const log = pino({ base, redact }, pino.destination({ fd: 1, sync: true }));
  /**
   * One thing that was observed. Undefined fields are left out: what is not there was not logged.
   * @param {string} kind
   * @param {Record<string, unknown>} fields
   */
  const fact = (kind, fields) => log.info({ dedupe: kind, at: new Date(), ...fields });
  return { log, fact };
}

/** Bolt logs through the same stream. */
export function boltLogger(log) {
  const say =
    (level) =>
    (...parts) =>
      log[level](parts.map(String).join(' '));
  return {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    setLevel: () => {},
    getLevel: () => 'info',
    setName: () => {},
  };
}
