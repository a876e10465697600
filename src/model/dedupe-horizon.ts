// How long after the first delivery the last copy of an event can come.
import type { DedupeStore, Horizons } from './lint-input.ts';

const minute = 60_000;

/** At once, after one minute, after five. https://docs.slack.dev/apis/events-api/#retries */
export const slackRetriesMs = 6 * minute;
/** Delayed Events: hourly tries for a day, behind the usual retries. https://docs.slack.dev/apis/events-api/#delayed-events */
export const slackDelayedMs = 24 * 60 * minute + slackRetriesMs;

interface Horizon {
  readonly ms: number;
  readonly why: string;
}

/** The longest one that concerns the store; undefined when nothing is known of it. */
export function horizonFor(horizons: Horizons, guards: DedupeStore['guards']): Horizon | undefined {
  const slack: Horizon = horizons.slackDelayedEvents
    ? { ms: slackDelayedMs, why: "Slack's Delayed Events" }
    : { ms: slackRetriesMs, why: "Slack's third retry" };
  const all: (Horizon | undefined)[] = [
    guards === 'queue' ? undefined : slack,
    guards === 'slack' ? undefined : span(horizons.queueRedeliveryMs, 'redelivery by the queue'),
    guards === 'slack' ? undefined : span(horizons.redriveMs, 'a redrive of the dead letters'),
    span(horizons.operatorReplayMs, 'a replay by a person'),
  ];
  const known = all.filter((one) => one !== undefined);
  return known.toSorted((a, b) => b.ms - a.ms)[0];
}

function span(ms: number | undefined, why: string): Horizon | undefined {
  return ms === undefined ? undefined : { ms, why };
}
