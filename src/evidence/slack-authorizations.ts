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

export async function authorized(
  [name, connection]: readonly [string, SlackConnection | DedupeError],
  found: readonly Observation[],
  signal: AbortSignal,
): Promise<{ readonly observations: readonly Observation[]; readonly gaps: readonly Gap[] }> {
  const contexts = contextsIn(found);
  if (contexts.size === 0) return { observations: [], gaps: [] };
  if (connection instanceof DedupeError) return { observations: [], gaps: [gapOf(connection.message)] };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const observations: Observation[] = [];
  const gaps = new Map<string, Gap>();
  for (const [eventId, context] of contexts) {
    try {
      const looked = await connection.authorizations(context, limit);
      if (looked.answer === 'found') observations.push(...looked.value.map((one, i) => installed(one, eventId, i + 1)));
      else {
        const why = `${looked.answer === 'none' ? 'Slack knows no such event_context' : whyNot(looked)}, asked with ${name}`;
        gaps.set(why, gapOf(why));
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.aborted) throw error;
      gaps.set('late', gapOf(`no whole answer within ${deadlineMs / 1000} s, asked with ${name}`));
      break;
    }
  }
  return { observations, gaps: [...gaps.values()] };
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
