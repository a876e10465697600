// Objects in which collectors and exports keep somebody else's line. Shapes: the vendors' own documentation of their exports.
import type { LogRecord } from '../log-record.ts';
import { known, type LineForm, objectOf, textOf } from './form.ts';

/** Docker's json-file driver, and Kubernetes where it runs on Docker. */
export const docker: LineForm = {
  id: 'docker-json',
  title: 'Docker JSON',
  readObject(json) {
    const inside = textOf(json.log);
    if (inside === undefined || !isStream(json.stream)) return undefined;
    return { fields: known({ time: json.time }), inside: inside.replace(/\n$/, '') };
  },
};

function isStream(value: unknown): boolean {
  return value === 'stdout' || value === 'stderr';
}

/** `aws logs filter-log-events` and subscriptions (`message`), and Logs Insights (`@message`). Their `eventId` is the log's own. */
export const cloudwatch: LineForm = {
  id: 'cloudwatch',
  title: 'CloudWatch export',
  readObject(json) {
    const insights = textOf(json['@message']);
    if (insights !== undefined)
      return { fields: known({ time: zoned(json['@timestamp']), request_id: json['@requestId'] }), inside: insights };
    const isExport = 'ingestionTime' in json || 'logStreamName' in json || isStreamEvent(json);
    const inside = objectOf(json.message) ?? textOf(json.message);
    if (!isExport || inside === undefined) return undefined;
    return { fields: known({ time: json.timestamp }), inside: typeof inside === 'string' ? inside.trimEnd() : inside };
  },
};

function isStreamEvent({ id, timestamp, message, ...others }: LogRecord): boolean {
  return (
    /^\d{50,60}$/.test(String(id)) && typeof timestamp === 'number' && !!message && Object.keys(others).length === 0
  );
}

/** Insights writes UTC and does not say so. */
function zoned(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/.test(value) ? `${value}Z` : value;
}

/** AWS CloudTrail, one event: its `eventName` is the call that somebody made, and its `eventID` the log's own. */
export const cloudTrail: LineForm = {
  id: 'cloudtrail',
  title: 'AWS CloudTrail',
  readObject({ eventVersion, eventSource, eventTime, requestParameters, responseElements }) {
    if (typeof eventVersion !== 'string' || !/\.amazonaws\.com$/.test(String(eventSource))) return undefined;
    return { fields: known({ time: eventTime }), inside: known({ requestParameters, responseElements }) };
  },
};

/** Google Cloud Logging, one `LogEntry` a line. */
export const cloudLogging: LineForm = {
  id: 'google-cloud',
  title: 'Google Cloud Logging',
  readObject(json) {
    if (!('logName' in json || 'insertId' in json)) return undefined;
    const { requestMethod, requestUrl, status, latency } = objectOf(json.httpRequest) ?? {};
    const labels = objectOf(objectOf(json.resource)?.labels);
    const trace = /\/traces\/([0-9a-f]{32})$/.exec(String(json.trace))?.[1];
    const fields = known({
      time: json.timestamp,
      method: requestMethod,
      url: pathIn(requestUrl),
      status,
      latency,
      trace_id: trace,
      instance_id: labels?.pod_name ?? labels?.instance_id,
      deployment_version: labels?.revision_name,
    });
    const inside = objectOf(json.jsonPayload) ?? textOf(json.textPayload);
    return { fields, ...(inside !== undefined && { inside }) };
  },
};

/** An address with a host, as load balancers and edges write it: only its path says anything about an arrival. */
export function pathIn(url: unknown): string | undefined {
  return typeof url === 'string' ? (/^(?:[a-z]+:\/\/[^/?#]*)?(\/[^?#\s]*)/i.exec(url)?.[1] ?? undefined) : undefined;
}

/** Datadog's export of logs (API version 2). */
export const datadog: LineForm = {
  id: 'datadog',
  title: 'Datadog export',
  readObject(json) {
    const outer = objectOf(json.attributes);
    if (json.type !== 'log' || outer === undefined) return undefined;
    const fields = known({ time: outer.timestamp, hostname: outer.host });
    return { fields, inside: objectOf(outer.attributes) ?? textOf(outer.message) ?? {} };
  },
};

/** `logcli --output=jsonl`. */
export const loki: LineForm = {
  id: 'loki',
  title: 'Loki export',
  readObject(json) {
    const [inside, labels] = [textOf(json.line), objectOf(json.labels)];
    if (inside === undefined || labels === undefined) return undefined;
    return { fields: known({ time: json.timestamp, instance_id: labels.pod ?? labels.instance }), inside };
  },
};

/** `journalctl -o json`. Times are in microseconds, as text. */
export const journald: LineForm = {
  id: 'journald',
  title: 'systemd journal',
  readObject(json) {
    const inside = textOf(json.MESSAGE);
    if (inside === undefined) return undefined;
    const micros = Number(json.__REALTIME_TIMESTAMP);
    const time = Number.isFinite(micros) ? Math.floor(micros / 1000) : undefined;
    return { fields: known({ time, hostname: json._HOSTNAME, pid: json._PID }), inside };
  },
};
