// Lines of text in which a program wrote some of its names: Python's logging, and whatever else has a time before it.
import type { LogRecord } from '../log-record.ts';
import { known, type LineForm } from './form.ts';

/** `%(asctime)s - %(name)s - %(levelname)s - %(message)s` and the like, also uvicorn's and gunicorn's. The time has no zone. */
export const python: LineForm = {
  id: 'python',
  title: 'Python logging',
  readText(text) {
    const [, time, rest = ''] =
      /^\[?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?[+-]\d\d:?\d\d|Z)?)\]?[\s:|-]+(.*)$/s.exec(text) ?? [];
    if (time === undefined || !/\b(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL)\b/.test(rest.slice(0, 160)))
      return undefined;
    return {
      fields: { time },
      inside: rest.replace(/^.*?\b(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL)\b[\s\]:|-]*/s, ''),
    };
  },
};

/** Django's: `INFO 2026-11-29 19:37:17,100 module 12 34 message`. */
export const pythonLevel: LineForm = {
  id: 'python',
  title: 'Python logging',
  readText(text) {
    const [, time, inside = ''] =
      /^\[?(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\]?\s+\[?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?[+-]\d\d:?\d\d|Z)?)\]?\s+(.*)$/s.exec(
        text,
      ) ?? [];
    return time === undefined ? undefined : { fields: { time }, inside };
  },
};

/** `INFO:app:message`, without a time. */
export const pythonBare: LineForm = {
  id: 'python-bare',
  title: 'Python logging without a time',
  readText(text) {
    const inside = /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]+:(.*)$/s.exec(text)?.[1];
    return inside === undefined ? undefined : { fields: {}, inside };
  },
};

/** Names that mean the same wherever they stand; a sentence has words of its own for all others. */
const plain: ReadonlySet<string> = new Set(
  [
    'event_id team_id api_app_id envelope_id retry_num retry_attempt retry_reason x-slack-retry-num x-slack-retry-reason',
    'request_id correlation_id traceparent trace_id job_id attempt queue client_msg_id event_type',
  ].flatMap((line) => line.split(' ')),
);

const pairs =
  /(?:^|[\s,;({[])(['"]?)([A-Za-z][\w-]*)\1\s*[=:]\s*(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|([\w.:/-]{1,200}))/g;

/** `event_id=Ev1`, `'event_id': 'Ev1'`, `event_id: Ev1` somewhere in a text. Undefined: it names nothing. */
export function namesIn(text: string): LogRecord | undefined {
  const fields: Record<string, string> = {};
  for (const [, , name = '', single, double, bare] of text.slice(0, 20_000).matchAll(pairs)) {
    const field = name.toLowerCase();
    if (plain.has(field)) fields[field] ??= (single ?? double ?? bare ?? '').replace(/[.,:]$/, '');
  }
  return Object.keys(fields).length > 0 ? known(fields) : undefined;
}
