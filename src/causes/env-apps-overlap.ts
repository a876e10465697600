// Two apps stand in the same place, and both acted on one thing.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed, pairMade } from '../model/listed.ts';
import type { Finding } from '../model/rule.ts';
import { duplicatedEffects, isStated, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { factsOf, isOneApp, pairOf, type Side, sidesOf } from '../model/timeline/sides.ts';
import type { Effect, TimelineEvent } from '../model/timeline/timeline.ts';

export interface EnvAppsOverlap {
  readonly sender: string;
  /** Each app with the version or the instance that handled it, where that was logged. */
  readonly apps: readonly [string, string];
  /** Null where no arrival is known: only what was made names the apps. */
  readonly events: readonly [string | null, string | null];
  /** What both acted on; null when neither names it and one event id tells that it is one. */
  readonly subject: string | null;
  /** Numbers of the two arrivals; null where one was not logged. */
  readonly deliveries: readonly [number | null, number | null];
  readonly gapMs: number | null;
  readonly records: readonly string[];
}

export const envAppsOverlap: Cause<EnvAppsOverlap> = {
  id: 'env-apps-overlap',
  title: 'Two apps saw one event, and both acted',
  family: 'FANOUT',
  severity: 'error',
  deviatesAt: 'delivery',
  problem:
    'Two apps (test and production, an old and a new one, two installations of a provider) are members of the same channel or are subscribed to the ' +
    'same object, and both write to the same target. Each app got the event once, which is right, and each did its work once. The event id is no ' +
    'help: a message that mentions two apps can reach both under one event id, and two apps can as well see two ids for one message.',
  signs: [
    'two app ids (or two hooks of different apps) for one channel and ts, or for one event id',
    'nothing is late, nothing is marked as a repeat; the two are handled by different deployments',
    'it happens only where both apps are members',
  ],
  fix: [
    'Let one app alone write to this target: give the test app a channel, a project and a token of its own.',
    'Put the app into the key of the guard, so that one app does not swallow what another should do; where both apps mean one effect, let them share the source_event_key of the subject and one store.',
    'Remove the app that is not needed from the channel or the repository, and refuse foreign app ids where events come in.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pair = pairOf(sidesOf(timeline, effect), (a, b) => isOneApp(a.event, b.event) === false);
      if (!pair) return byAuthors(timeline.sender, effect);
      const [first, second] = pair;
      const gap = spanBetween(first.delivery, second.delivery);
      const args: EnvAppsOverlap = {
        sender: timeline.sender,
        apps: [appName(first), appName(second)],
        events: [first.event.eventId, second.event.eventId],
        subject: first.event.subject ?? null,
        deliveries: [first.delivery?.n ?? null, second.delivery?.n ?? null],
        gapMs: gap === undefined ? null : Math.abs(gap),
        records: recordNames(effect.chains),
      };
      const isWhole = pair.every((side) => side.delivery && side.chains.every((chain) => isStated(chain)));
      const certainty = isWhole ? 'shown' : 'consistent';
      return [{ rule: 'env-apps-overlap', args, certainty, facts: factsOf(pair) }];
    });
  },

  say({ sender, apps, events, records }) {
    if (events[0] === null)
      return `Two apps, ${apps.join(' and ')}, acted on one thing in ${sender}: ${listed(records)}.`;
    const what = events[0] === events[1] ? `One ${sender} event, ${events[0]},` : `One thing in ${sender}`;
    return `${what} reached two apps, ${apps.join(' and ')}, and ${pairMade('each app', records)}.`;
  },

  because({ apps, events, subject, deliveries, gapMs }) {
    const [first, second] = deliveries;
    const lines: string[] = [];
    if (first !== null && second !== null)
      lines.push(`#${first} was addressed to ${apps[0]}, #${second} to ${apps[1]}`);
    if (events[0] === null) return [`each was made by another app, and all are about ${subject ?? 'one thing'}`];
    lines.push(
      events[0] === events[1]
        ? `both carry the event id ${events[0]}: an event id is not unique across apps`
        : `${events.join(' and ')} are about one thing${subject === null ? '' : `, ${subject}`}`,
    );
    if (gapMs !== null) lines.push(`they arrived ${formatSpan(gapMs)} apart`);
    return lines;
  },

  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const apps = new Set(chains.map(({ event }) => (event?.appId === undefined ? undefined : nameOf(event))));
      const [only] = apps;
      if (apps.size !== 1 || only === undefined) continue;
      return { reason: `all copies came by one app, ${only}`, facts: chains.map(({ record }) => record.n) };
    }
    return undefined;
  },
};

/** Where nothing is known but what was made: the target itself names the app of each copy. */
function byAuthors(sender: string, effect: Effect): Finding<EnvAppsOverlap>[] {
  const { chains } = effect;
  if (chains.some(({ event, delivery }) => event !== undefined || delivery !== undefined)) return [];
  const authors = chains.map(({ record }) => record.fields.app_id);
  const [first, second] = [...new Set(authors)];
  if (first === undefined || second === undefined || authors.includes(undefined)) return [];
  const args: EnvAppsOverlap = {
    sender,
    apps: [first, second],
    events: [null, null],
    subject: chains[0]?.record.fields.subject ?? null,
    deliveries: [null, null],
    gapMs: null,
    records: recordNames(chains),
  };
  return [{ rule: 'env-apps-overlap', args, certainty: 'consistent', facts: chains.map(({ record }) => record.n) }];
}

/** Two apps that share a database can have a provider's name of their own each. */
function nameOf({ appId, provider }: TimelineEvent): string {
  return appId ?? provider;
}

function appName({ event, chains, delivery }: Side): string {
  const place = chains.find(({ run, attempt }) => run ?? attempt);
  const { deployment_version, instance_id } = (place?.run ?? place?.attempt ?? delivery)?.fields ?? {};
  const where = [deployment_version, instance_id].find((known) => known !== undefined);
  return where === undefined ? nameOf(event) : `${nameOf(event)} (${where})`;
}
