// The events in a timeline, each as all its witnesses describe it.
import type { Fact } from '../fact.ts';
import type { Identifier } from './identifiers.ts';
import type { TimelineEvent } from './timeline.ts';

/** The event that was asked for first, then its siblings in order of arrival. One id in two apps is two events. */
export function eventsOf(facts: readonly Fact[], asked: readonly Identifier[]): TimelineEvent[] {
  const byId = new Map<string, Fact[]>();
  for (const fact of facts) {
    const { event_id, provider = 'slack' } = fact.fields;
    if (event_id === undefined) continue;
    const key = `${provider}\n${event_id}`;
    const known = byId.get(key);
    if (known) known.push(fact);
    else byId.set(key, [fact]);
  }
  const named = new Set(asked.filter(({ type }) => type === 'event_id').map(({ value }) => value));
  const events = [...byId.values()].flatMap(perApp);
  return [
    ...events.filter(({ eventId }) => named.has(eventId)),
    ...events.filter(({ eventId }) => !named.has(eventId)),
  ];
}

function perApp(facts: readonly Fact[]): TimelineEvent[] {
  const apps = new Set(facts.map((fact) => fact.fields.app_id).filter((id) => id !== undefined));
  if (apps.size < 2) return [describe(facts)];
  return [...apps].map((app) =>
    describe(
      facts.filter(({ fields }) => fields.app_id === app || fields.app_id === undefined),
      app,
    ),
  );
}

function describe(facts: readonly Fact[], app?: string): TimelineEvent {
  const first = <
    K extends 'workspace_id' | 'app_id' | 'event_type' | 'event_subtype' | 'subject' | 'event_id' | 'provider',
  >(
    name: K,
  ) => facts.map((fact) => fact.fields[name]).find((value) => value !== undefined);
  return {
    provider: first('provider') ?? 'slack',
    workspaceId: first('workspace_id'),
    appId: app ?? first('app_id'),
    eventId: first('event_id') ?? '',
    type: first('event_type'),
    subtype: first('event_subtype'),
    subject: first('subject'),
  };
}
