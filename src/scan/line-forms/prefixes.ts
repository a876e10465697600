// What stands before somebody else's line on the same line: containers, syslog, hosts of processes.
import type { LineForm } from './form.ts';
import { known } from './form.ts';

const isoTime = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)`;

/** The container runtime interface of Kubernetes; `P` is a part of a longer line. */
export const cri: LineForm = prefix(
  'kubernetes',
  'Kubernetes container log',
  new RegExp(`^(?<time>${isoTime}) (?:stdout|stderr) [FP] (?<inside>.*)$`, 's'),
);

/** RFC 5424; its structured data is passed over. */
export const syslog: LineForm = prefix(
  'syslog',
  'syslog',
  new RegExp(
    String.raw`^<\d{1,3}>1 (?<time>${isoTime}|-) (?<host>\S+) \S+ (?<pid>\S+) \S+ (?:-|(?:\[(?:[^\]\\]|\\.)*\])+) ?(?:\ufeff)?(?<inside>.*)$`,
    's',
  ),
);

/** RFC 3164: neither a year nor a zone, so that the time is left to what stands inside. */
export const oldSyslog: LineForm = prefix(
  'syslog-bsd',
  'syslog (BSD)',
  /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?<host>\S+) [^\s:[]+(?:\[(?<pid>\d+)\])?: (?<inside>.*)$/s,
);

/** Heroku and other platforms: time, source and process before the line. */
export const platform: LineForm = prefix(
  'platform',
  'time and process before the line',
  new RegExp(String.raw`^(?<time>${isoTime}) (?:\S+ )?(?<host>[\w./-]+\[[\w.:-]+\]): (?<inside>.*)$`, 's'),
);

/** `aws logs tail`: time and stream before the line. */
export const tail: LineForm = prefix(
  'cloudwatch-tail',
  'CloudWatch, as `aws logs tail` prints it',
  new RegExp(String.raw`^(?<time>${isoTime}) \d{4}/\d\d/\d\d/\[[^\]]+\][0-9a-f]+ (?<inside>.*)$`, 's'),
);

/** What Node's and Python's runtimes on Lambda put before each line; the id is the invocation's. */
export const lambdaLine: LineForm = {
  id: 'lambda-line',
  title: 'line of a Lambda function',
  readText(text) {
    const node = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\t([0-9a-f-]{36})\t[A-Z]+\t(.*)$/s.exec(text);
    const python = node ? null : /^\[[A-Z]+\]\s+(\d{4}-\d\d-\d\dT[\d:.]+Z)\s+([0-9a-f-]{36})\s+(.*)$/s.exec(text);
    const [, time, id, inside = ''] = node ?? python ?? [];
    return time === undefined ? undefined : { fields: { time, request_id: id }, inside };
  },
};

/** `kubectl logs --timestamps`, CloudWatch's export to S3, `docker compose logs -t` behind its name: a time before a line that is complete by itself. */
export const timed: LineForm = prefix(
  'timed',
  'time before the line',
  new RegExp(
    String.raw`^(?<time>${isoTime})\s+(?<inside>(?:${isoTime}\s|(?:START|END|REPORT|INIT_START) |\[[A-Z]+\]\s|\[\d{4}-|<\d|\{|\S+ \S+ \S+ \[\d\d\/).*)$`,
    's',
  ),
);

/** The same before any text, where no form says more. */
export const timedText: LineForm = prefix(
  'timed',
  'time before the line',
  new RegExp(String.raw`^(?<time>${isoTime})\s+(?<inside>.*)$`, 's'),
);

/** `docker compose logs`: the container's name, its number at the end. */
export const compose: LineForm = prefix(
  'compose',
  'Docker Compose',
  /^(?<host>[a-z0-9][\w.-]*[-_]\d+)\s+\| (?<inside>.*)$/s,
);

/** `kubectl logs --prefix`. */
export const podLine: LineForm = prefix(
  'kubectl',
  'kubectl, with the name of the pod',
  /^\[pod\/(?<host>[^/\]\s]+)\/[^\]\s]+\] (?<inside>.*)$/s,
);

/** `logcli` as it prints by default, behind its time: labels before the line. */
export const lokiText: LineForm = {
  id: 'loki-labels',
  title: 'Loki, as `logcli` prints it',
  readText(text) {
    const [, labels = '', inside] = /^\{((?:[A-Za-z_]\w*="(?:[^"\\]|\\.)*"(?:, ?)?)+)\}\s+(.*)$/s.exec(text) ?? [];
    if (inside === undefined) return undefined;
    const pod = /(?:^|[, ])(?:pod|instance)="([^"\\]+)"/.exec(labels)?.[1];
    return { fields: known({ instance_id: pod }), inside };
  },
};

function prefix(id: string, title: string, form: RegExp): LineForm {
  return {
    id,
    title,
    readText(text) {
      const { time, host, pid, inside } = form.exec(text)?.groups ?? {};
      if (inside === undefined) return undefined;
      return { fields: known({ time: real(time), instance_id: real(host), pid: real(pid) }), inside };
    },
  };
}

/** `-` is how syslog writes what it does not know. */
function real(value: string | undefined): string | undefined {
  return value === '-' ? undefined : value;
}
