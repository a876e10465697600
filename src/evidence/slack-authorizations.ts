// Which installations of the app may see an event: asked by the event_context of a delivery that somebody logged.
// https://docs.slack.dev/reference/methods/apps.event.authorizations.list
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import type { Gap } from '../model/source.ts';
import { whyNot } from '../slack/ask.ts';
import type { SlackAuthorization, SlackConnection } from '../slack/connection.ts';
import { evidenceEntry } from './index.ts';

const { id } = evidenceEntry('slack');

/** Events of one trace: it is about one and its siblings. */
const mostEvents = 10;
const deadlineMs = 30_000;

/** An app-level token knows the events of its own app only: each is asked until one knows the event. */
export async function authorized(
  apps: readonly (readonly [string, SlackConnection | DedupeError])[],
  found: readonly Observation[],
  signal: AbortSignal,
): Promise<{ readonly observations: readonly Observation[]; readonly gaps: readonly Gap[] }> {
  const contexts = contextsIn(found);
  if (contexts.size === 0) return { observations: [], gaps: [] };
  const opened = apps.flatMap(([name, one]) => (one instanceof DedupeError ? [] : [{ name, connection: one }]));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const observations: Observation[] = [];
  const reasons = new Set(apps.flatMap(([, one]) => (one instanceof DedupeError ? [one.message] : [])));
  for (const [eventId, context] of contexts) {
    try {
      const unknown: string[] = [];
      for (const { name, connection } of opened) {
        const looked = await connection.authorizations(context, limit);
        if (looked.answer === 'found') {
          observations.push(...looked.value.map((one, i) => installed(one, eventId, i + 1)));
          unknown.length = 0;
          break;
        }
        const why = looked.answer === 'none' ? 'Slack knows no such event_context' : whyNot(looked);
        unknown.push(`${why}, asked with ${name}`);
      }
      for (const why of unknown) reasons.add(why);
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.aborted) throw error;
      reasons.add(
        `no whole answer within ${deadlineMs / 1000} s, asked with ${opened.map(({ name }) => name).join(', ')}`,
      );
      break;
    }
  }
  return { observations, gaps: [...reasons].map(gapOf) };
}

function contextsIn(found: readonly Observation[]): Map<string, string> {
  const contexts = new Map<string, string>();
  for (const { kind, fields } of found) {
    if (kind !== 'delivery' || fields.event_id === undefined || fields.event_context === undefined) continue;
    if (contexts.size < mostEvents) contexts.set(fields.event_id, fields.event_context);
  }
  return contexts;
}

/** Without a time: Slack says that it is installed now, and not since when. */
function installed(
  { workspaceId, enterpriseId, isOrgWide }: SlackAuthorization,
  eventId: string,
  n: number,
): Observation {
  const place = isOrgWide
    ? `${enterpriseId ?? 'the organisation'} (whole organisation)`
    : (workspaceId ?? enterpriseId ?? '?');
  const fields = { event_id: eventId, what: 'registered', role: `installation in ${place}` };
  const provenance = { source: id, where: `authorization ${n} of ${eventId}`, clock: 'slack' };
  return { kind: 'lifecycle', fields, provenance } as Observation;
}

function gapOf(reason: string): Gap {
  return { source: id, reason, wouldSettle: 'which installations of the app see the event', kind: 'partial' };
}
