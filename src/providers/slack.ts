// Slack: what identifies its events, and how long it goes on repeating.
// https://docs.slack.dev/apis/events-api/
import type { Provider, RetrySchedule } from '../model/provider.ts';
import { parseBody } from './slack/body.ts';
import { readPayload } from './slack/read.ts';
import { retryMark, retryReasons, unreachedReasons } from './slack/retry.ts';
import { subjectFromReference, subjectOf } from './slack/subject.ts';

const ackDeadlineMs = 3_000;
/** "Nearly immediately", after one minute, after five. */
const retryGapsMs = [0, 60_000, 300_000];
/** Each of the first three attempts can also have used up its whole time. */
const horizonMs = retryGapsMs.reduce((sum, gap) => sum + gap + ackDeadlineMs, 0);
/** The app's setting "Delayed Events" adds hourly attempts for a day after the three retries. */
const delayedEventsMs = 24 * 3_600_000;

const retries: RetrySchedule = {
  ackDeadlineMs,
  retryGapsMs,
  horizonMs,
  extendedHorizonMs: horizonMs + delayedEventsMs,
  unreachedReasons,
  documentation: 'https://docs.slack.dev/apis/events-api/#retries',
};

/** One provider for each app that shares a database: `slack`, `slack.support`. */
export function slack(id: string): Provider {
  return {
    id,
    title: 'Slack',
    retries,
    retryReasons,
    parse: parseBody,
    read: (payload) => readPayload(id, payload),
    retry: retryMark,
    subjectOf,
    subjectFromReference,
  };
}
