// One line per request, written by a web server or a load balancer when the answer was sent.
import { pathIn } from './collectors.ts';
import { known, type LineForm } from './form.ts';

export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Common and combined format of nginx and Apache. What an administrator added behind is read by its name (`rt=0.123`,
 * `request_id=…`), since nobody knows what a bare value means.
 */
export const combined: LineForm = {
  id: 'access',
  title: 'access line of nginx or Apache',
  readText(text) {
    const found =
      /^\S+ \S+ .*?\[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\] "([A-Z]+) (\S+)[^"]*" (\d{3}) (?:\d+|-)(.*)$/s.exec(
        text,
      );
    if (!found) return undefined;
    const [, stamp = '', method, url, status, rest = ''] = found;
    const time = stampOf(stamp);
    return { fields: known({ time, method, url: pathIn(url), status, ...named(rest) }), isCoarse: true };
  },
};

/** Names that people give to nginx's `$request_time` (seconds), `$request_id` and Slack's headers. */
const read: Readonly<Record<string, string>> = {
  rt: 'duration_s',
  request_time: 'duration_s',
  rid: 'request_id',
  reqid: 'request_id',
  req_id: 'request_id',
  request_id: 'request_id',
  x_request_id: 'request_id',
  traceparent: 'traceparent',
  retry_num: 'x-slack-retry-num',
  slack_retry_num: 'x-slack-retry-num',
  x_slack_retry_num: 'x-slack-retry-num',
  retry_reason: 'x-slack-retry-reason',
  slack_retry_reason: 'x-slack-retry-reason',
  x_slack_retry_reason: 'x-slack-retry-reason',
  host: 'instance_id',
};

function named(rest: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, name = '', quoted, bare] of rest.matchAll(/(?:^|\s)([A-Za-z_-]+)[=:](?:"([^"]*)"|([^\s"]+))/g)) {
    const field = read[name.toLowerCase().replaceAll('-', '_')];
    const value = quoted ?? bare ?? '';
    if (field !== undefined && value !== '' && value !== '-') fields[field] ??= value;
  }
  return fields;
}

/** nginx with `escape=json`: its variables under their own names. Its `host` is the address that was asked, no machine. */
export const nginxJson: LineForm = {
  id: 'nginx-json',
  title: 'access line of nginx, JSON',
  readObject({ host, ...json }) {
    const { request, request_method, request_uri, uri, time_iso8601, time_local, msec, status } = json;
    const [, method = request_method, url = request_uri ?? uri] = /^([A-Z]+) (\S+) HTTP/.exec(String(request)) ?? [];
    const whole = time_iso8601 ?? (typeof time_local === 'string' ? stampOf(time_local) : undefined);
    const fine = Number(msec) * 1000;
    if (typeof method !== 'string' || typeof url !== 'string' || (whole === undefined && !(fine > 0))) return undefined;
    const said = Object.entries(json).flatMap(([name, value]) => {
      const field = read[name.toLowerCase().replace(/^http_/, '')];
      return field === undefined || value === '' || value === '-' ? [] : [[field, value]];
    });
    const time = fine > 0 ? Math.round(fine) : whole;
    const fields = known({ ...Object.fromEntries(said), time, method, url: pathIn(url), status });
    return fine > 0 ? { fields } : { fields, isCoarse: true };
  },
};

function stampOf(text: string): string | undefined {
  const [, day, month = '', year, clock, zone] =
    /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text) ?? [];
  const number = months.indexOf(month) + 1;
  return number === 0 ? undefined : `${year}-${String(number).padStart(2, '0')}-${day}T${clock}${zone}`;
}

/** AWS Application Load Balancer: the time is the answer's; the three spans are request, target and response, in seconds. */
export const loadBalancer: LineForm = {
  id: 'alb',
  title: 'access line of an AWS load balancer',
  readText(text) {
    const found =
      /^(?:http|https|h2|grpcs|ws|wss) (\d{4}-\d\d-\d\dT[\d:.]+Z) \S+ \S+ \S+ (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (\d{3}|-) (?:\d{3}|-) \d+ \d+ "([A-Z]+) (\S+)[^"]*" "[^"]*" \S+ \S+ \S+ "([^"]*)"/.exec(
        text,
      );
    if (!found) return undefined;
    const [, time, request, waited, response, status, method, url, trace] = found;
    const spans = [request, waited, response].map(Number);
    const duration = spans.some((span) => span < 0) ? undefined : spans.reduce((a, b) => a + b, 0);
    const fields = { time, method, url: pathIn(url), status: status === '-' ? undefined : status };
    return {
      fields: known({
        ...fields,
        duration_s: duration,
        correlation_id: /Root=(1-[0-9a-f]{8}-[0-9a-f]{24})/.exec(trace ?? '')?.[1],
      }),
    };
  },
};
