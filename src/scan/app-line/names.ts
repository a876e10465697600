// Under which names do loggers and frameworks write what a fact can say, where may they stand, and how are they read?
import {
  count,
  httpStatus,
  inSeconds,
  matching,
  method,
  milliseconds,
  path,
  type Reading,
  seconds,
  slackTs,
  trace,
  withUnit,
  word,
} from './readings.ts';
import type { Value } from './walk.ts';

export interface Name {
  readonly field: string;
  /** Strongest first: of two values the one under the earlier name stands, then the one nearer the top. */
  readonly names: readonly string[];
  readonly read: Reading;
  /** Everywhere but in errors when left out. */
  readonly where?: (value: Value) => boolean;
}

const log = ({ realm }: Value) => realm === 'log';
const exchange = ({ realm }: Value) => realm === 'log' || realm === 'request' || realm === 'answer';
const request = ({ realm }: Value) => realm === 'log' || realm === 'request';
const work = ({ realm }: Value) => realm === 'log' || realm === 'job';
const directly =
  (...objects: readonly string[]) =>
  ({ inside }: Value) =>
    objects.includes(inside);

const one = (field: string, names: string, read: Reading = word, where?: Name['where']): Name => ({
  field,
  names: names.split(' '),
  read,
  ...(where && { where }),
});

const hasChannel = ({ beside, value }: Value) =>
  typeof value === 'string' || Object.keys(beside).some((key) => /^channel(_?id)?$/i.test(key));

export const names: readonly Name[] = [
  one('event_id', 'eventid slackeventid'),
  one('workspace_id', 'teamid slackteamid workspaceid', matching(/^[TE][A-Z0-9]+$/)),
  one('app_id', 'apiappid appid slackappid', matching(/^A[A-Z0-9]+$/)),
  one('event_type', 'eventtype', matching(/^[a-z][\w.]*$/)),
  one('event_type', 'type', matching(/^[a-z][\w.]*$/), directly('event')),
  one('event_subtype', 'subtype eventsubtype', matching(/^[a-z]\w*$/), directly('event')),
  one('event_time', 'eventtime', count10),
  one('channel', 'channel channelid slackchannel', matching(/^[CDG][A-Z0-9]+$/)),
  one('ts', 'ts messagets slackts', slackTs, hasChannel),
  one('event_ts', 'eventts', slackTs),
  one('thread_ts', 'threadts', slackTs),
  one('client_msg_id', 'clientmsgid'),
  one('actor', 'user userid', matching(/^[UW][A-Z0-9]+$/), directly('event')),
  one('bot_id', 'botid', matching(/^B[A-Z0-9]+$/)),
  one('action_id', 'reaction', matching(/^[\w'+-]+(?:::[\w-]+)?$/), directly('event')),
  one('trigger_id', 'triggerid', matching(/^[\d.]+[\da-f]+$/)),
  one('envelope_id', 'envelopeid'),
  one('event_context', 'eventcontext'),
  one('retry_num', 'xslackretrynum retrynum slackretrynum retryattempt', count),
  one('retry_reason', 'xslackretryreason retryreason slackretryreason', matching(/^\w+$/)),
  one('sent_at', 'xslackrequesttimestamp slackrequesttimestamp', seconds),
  one('request_id', 'xrequestid requestid reqid functionrequestid awsrequestid lambdarequestid'),
  one('request_id', 'id', word, directly('req', 'request')),
  one('correlation_id', 'correlationid xcorrelationid'),
  one('traceparent', 'traceparent traceid', trace),
  one('traceparent', 'id', trace, directly('trace')),
  one('status', 'statuscode status httpstatus', httpStatus, exchange),
  one('method', 'method httpmethod', method, request),
  one('route', 'url path originalurl target route', path, request),
  one('duration', 'responsetime durationms elapsedms latencyms tookms responsetimems', milliseconds, exchange),
  one('duration', 'duration elapsed latency took', withUnit, exchange),
  one('duration', 'durations durationsec durationseconds elapseds elapsedseconds latencyseconds', inSeconds, exchange),
  one('queue', 'queue queuename', word, work),
  one('job_id', 'jobid', word, work),
  one('job_id', 'id', word, directly('job')),
  one('attempt', 'attempt attemptnumber attemptsstarted', count, work),
  one('error_code', 'errorcode errcode', matching(/^[A-Z]\w*$/)),
  one('error_code', 'code', matching(/^[A-Z]\w*$/), directly('err', 'error')),
  one('pid', 'pid processid', count, log),
  one('pid', 'id', count, directly('process')),
  one('instance_id', 'instanceid instance podname pod hostname', word, log),
  one('deployment_version', 'deploymentversion appversion serviceversion version release', word, log),
];

function count10(value: unknown): string | undefined {
  return /^\d{10}$/.test(String(value)) ? String(value) : undefined;
}
