// What AWS Lambda itself writes about each invocation, as text and as JSON (log format 2022-12-13).
import { type Invocation, known, type LineForm, objectOf } from './form.ts';

const id = '([0-9a-f]{8}-[0-9a-f-]{27})';
const start = new RegExp(`^START RequestId: ${id}`);
const end = new RegExp(`^END RequestId: ${id}`);
const report = new RegExp(`^REPORT RequestId: ${id}`);
const threw = new RegExp(`^(\\S+Z)\\t${id}\\tERROR\\tInvoke Error *\\t(.*)$`, 's');
const timedOut = new RegExp(`^(\\S+Z) ${id} Task timed out after ([\\d.]+) seconds`);

export const lambdaText: LineForm = {
  id: 'lambda',
  title: 'Lambda: START, END and REPORT',
  readText(text) {
    const begun = start.exec(text)?.[1];
    if (begun !== undefined) return { fields: {}, invocation: { requestId: begun, is: 'begun' } };
    const ended = end.exec(text)?.[1];
    if (ended !== undefined) return { fields: {}, invocation: { requestId: ended, is: 'ended' } };
    const late = timedOut.exec(text);
    if (late) {
      const [, time, requestId = '', seconds] = late;
      const invocation = {
        requestId,
        is: 'ended',
        durationMs: Number(seconds) * 1000,
        outcome: 'failed',
        errorCode: 'TIMEOUT',
      } as const;
      return { fields: known({ time }), invocation };
    }
    const error = threw.exec(text);
    if (error) {
      const [, time, requestId = '', said = ''] = error;
      return { fields: known({ time }), invocation: { requestId, is: 'ended', outcome: 'failed', ...typeIn(said) } };
    }
    const requestId = report.exec(text)?.[1];
    if (requestId === undefined) return undefined;
    const status = /\tStatus: (\w+)/.exec(text)?.[1];
    return {
      fields: {},
      invocation: {
        requestId,
        is: 'reported',
        ...span('durationMs', spanIn(text, 'Duration')),
        ...span('initMs', spanIn(text, 'Init Duration')),
        ...ending(status),
      },
    };
  },
};

function ending(status: unknown): Pick<Invocation, 'outcome' | 'errorCode'> {
  if (typeof status !== 'string') return {};
  return status === 'success' ? { outcome: 'done' } : { outcome: 'failed', errorCode: status.toUpperCase() };
}

/** The class alone: the message is the app's own text. */
function typeIn(said: string): Pick<Invocation, 'errorCode'> {
  const errorCode = /"errorType":"([A-Z]\w{1,60})"/.exec(said)?.[1];
  return errorCode === undefined ? {} : { errorCode };
}

function spanIn(text: string, name: string): number | undefined {
  const found = new RegExp(`(?:^|\\t|\\s{2,})${name}: ([\\d.]+) ms`).exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

function span(name: 'durationMs' | 'initMs', value: unknown) {
  return typeof value === 'number' && Number.isFinite(value) ? { [name]: value } : {};
}

const platformEvents: Readonly<Record<string, 'begun' | 'ended' | 'reported'>> = {
  'platform.start': 'begun',
  'platform.runtimeDone': 'ended',
  'platform.report': 'reported',
};

export const lambdaJson: LineForm = {
  id: 'lambda-json',
  title: 'Lambda: platform events as JSON',
  readObject(json) {
    const is = platformEvents[String(json.type)];
    const record = objectOf(json.record);
    if (is === undefined || typeof record?.requestId !== 'string') return undefined;
    const metrics = objectOf(record.metrics);
    return {
      fields: known({ time: json.time }),
      invocation: {
        requestId: record.requestId,
        is,
        ...span('durationMs', metrics?.durationMs),
        ...span('initMs', metrics?.initDurationMs),
        ...ending(record.status),
      },
    };
  },
};

/** `aws logs get-log-events` and tools that keep two fields of it: what the platform wrote as text, and the moment beside it. */
export const lambdaEvent: LineForm = {
  id: 'lambda-event',
  title: 'Lambda: START, END and REPORT in an object',
  readObject({ timestamp, message, requestId }) {
    if (typeof message !== 'string' || timestamp === undefined || requestId !== undefined) return undefined;
    const layer = lambdaText.readText?.(message.trimEnd());
    return layer && { ...layer, fields: known({ time: timestamp, ...layer.fields }) };
  },
};

/** A function's own line in Lambda's JSON format or by Powertools, where the app logged an object: its names are the line's. */
export const lambdaObject: LineForm = {
  id: 'lambda-object',
  title: 'line of a Lambda function, JSON',
  readObject({ message, ...json }) {
    const { requestId = json.function_request_id, timestamp, level } = json;
    if (typeof requestId !== 'string' || timestamp === undefined || level === undefined) return undefined;
    const inside = objectOf(message) ?? (typeof message === 'string' && message.startsWith('{') ? message : undefined);
    return inside === undefined
      ? undefined
      : { fields: known({ ...json, time: timestamp, request_id: requestId }), inside };
  },
};
