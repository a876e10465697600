// Evidence from Slack itself: the message that a trace is about, and what bots answered to it. Texts are compared, never kept.
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import type { Evidence, Gap, Source } from '../model/source.ts';
import { whyNot } from '../slack/ask.ts';
import type { SlackConnection, SlackMessage } from '../slack/connection.ts';
import { evidenceEntry } from './index.ts';
import { type Answers, answersOf } from './slack-answers.ts';
import { authorized } from './slack-authorizations.ts';

const { id, wouldSettle } = evidenceEntry('slack');

const deadlineMs = 45_000;
/** A trace is about one message and its siblings; a log that ties many together is not asked about each. */
const mostMessages = 10;

/** One for each token, in the order of the configuration, under the name of its variable; an error where there is none. */
export type SlackConnections = readonly (readonly [string, SlackConnection | DedupeError])[];

export function slackSource(
  connections: SlackConnections,
  close: () => Promise<void>,
  apps: SlackConnections = [],
): Source {
  const known = new Set<string>();
  const bots = new Map<string, Promise<string | undefined>>();
  return {
    id,
    wouldSettle,
    describe: () => `Slack, with ${connections.map(([name]) => name).join(', ')}`,
    close,
    ...(apps.length > 0 && { about: (found, signal) => authorized(apps, found, signal) }),
    async collect({ identifiers }, signal) {
      const fresh = messagesIn(identifiers).filter(({ name }) => !known.has(name) && known.add(name));
      const wanted = fresh.slice(0, mostMessages);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
      const evidence = { observations: [] as Observation[], gaps: [] as Gap[] };
      for (const { channel, ts } of wanted) {
        const told = await inTime(limit, signal, () => about(channel, ts, limit));
        evidence.observations.push(...told.observations);
        evidence.gaps.push(...told.gaps);
        // What was answered to what was answered would be told of the same replies again.
        for (const { fields } of told.observations) {
          known.add(fields.subject ?? '');
          if ('record_id' in fields) known.add(`slack:${fields.record_id}`);
        }
      }
      const left = fresh.length - wanted.length;
      if (left > 0) evidence.gaps.push(partial(`${left} more messages are named, and ${mostMessages} are asked about`));
      return { ...evidence, coverage: [] };
    },
  };

  async function about(channel: string, ts: string, signal: AbortSignal): Promise<Omit<Evidence, 'coverage'>> {
    const refusals: { readonly why: string; readonly isDown: boolean }[] = [];
    for (const [name, connection] of connections) {
      if (connection instanceof DedupeError) {
        refusals.push({ why: connection.message, isDown: true });
        continue;
      }
      const looked = await connection.thread(channel, ts, signal);
      if (looked.answer === 'none') return { observations: [], gaps: [] };
      if (looked.answer === 'cannot-see') {
        refusals.push({ why: `${whyNot(looked)}, asked with ${name}`, isDown: looked.isDown });
        continue;
      }
      const authors = await namedApps(connection, looked.value.messages, signal);
      const answers = answersOf(looked.value, ts, authors.appOf);
      const place = await placeOf(connection, channel, signal);
      return {
        observations: answers.copies.map((reply) =>
          observationOf(reply, `slack:${channel}:${answers.ts}`, authors.appOf(reply)),
        ),
        gaps: [...gapsOf(answers, channel), ...authors.gaps, ...place],
      };
    }
    if (refusals.length > 0 && refusals.every(({ isDown }) => isDown))
      throw new DedupeError('DEDUPE_SLACK_UNREACHABLE', refusals.map(({ why }) => why).join('; '));
    return { observations: [], gaps: refusals.map(({ why }) => partial(why)) };
  }

  /** Bots by their app: two bots of one app in two workspaces are one author. */
  async function namedApps(connection: SlackConnection, messages: readonly SlackMessage[], signal: AbortSignal) {
    const nameless = messages.filter(({ appId, botId }) => appId === undefined && botId !== undefined);
    const gaps = new Map<string, Gap>();
    const apps = new Map<string, string | undefined>();
    for (const { botId = '', workspaceId } of nameless) {
      const asked = bots.get(botId) ?? ask(botId, workspaceId);
      bots.set(botId, asked);
      apps.set(botId, await asked);
    }
    return { appOf: ({ appId, botId }: SlackMessage) => appId ?? apps.get(botId ?? ''), gaps: [...gaps.values()] };

    async function ask(botId: string, workspaceId: string | undefined): Promise<string | undefined> {
      const looked = await connection.bot(botId, workspaceId, signal);
      if (looked.answer === 'found') return looked.value.appId;
      const why = looked.answer === 'none' ? `${botId} is not known any more` : whyNot(looked);
      gaps.set(why, partial(why, 'to which app each bot belongs'));
      return undefined;
    }
  }
}

/** A channel that several workspaces share brings one message to an app once for each installation. */
async function placeOf(connection: SlackConnection, channel: string, signal: AbortSignal): Promise<Gap[]> {
  const looked = await connection.channel(channel, signal);
  const settles = 'whether the channel is shared with workspaces in which the app is installed as well';
  if (looked.answer === 'none') return [];
  if (looked.answer === 'cannot-see') return [partial(whyNot(looked), settles)];
  const { isExternallyShared, isOrgShared, workspaces } = looked.value;
  if (!isExternallyShared && !isOrgShared) return [];
  const shared = workspaces.length > 1 ? `by ${workspaces.join(', ')}` : 'by several workspaces';
  const how = 'installations in the others are seen only with their own tokens';
  return [partial(`${channel} is shared ${shared}: ${how}`, settles)];
}

function gapsOf({ ts, copies, others, late, isCut, isAlone }: Answers, channel: string): Gap[] {
  const gaps: Gap[] = [];
  const message = `${channel}:${ts}`;
  if (isAlone) return [partial(`${message} is there, and Slack gives no thread of it`)];
  if (copies.length === 0 && others === 0)
    gaps.push(partial(`${message} is there, and no bot answered to it in its thread`, 'what was made of it elsewhere'));
  if (others > 0)
    gaps.push(
      partial(
        `${count(others)} to ${message} read differently and count as further steps of one answer`,
        'whether one of them is a copy in other words',
      ),
    );
  if (late > 0)
    gaps.push(
      partial(
        `${count(late)} in this thread stand behind a further message of a person`,
        `whether one of them answers ${message}`,
      ),
    );
  if (isCut) gaps.push(partial('the thread is longer than what was read', 'what stands at its end'));
  return gaps;
}

function count(replies: number): string {
  return replies === 1 ? '1 reply' : `${replies} replies`;
}

function observationOf(reply: SlackMessage, subject: string, appId: string | undefined): Observation {
  const fields = {
    provider: 'slack',
    target: 'slack',
    record_id: `${reply.channel}:${reply.ts}`,
    subject,
    channel: reply.channel,
    thread_ts: reply.threadTs,
    workspace_id: reply.workspaceId,
    app_id: appId,
    source_event_key: reply.sourceEventKey,
    at: reply.at,
    created_at: reply.at,
    created_by: appId ?? reply.botId ?? reply.userId,
  };
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { kind: 'record', fields: known, provenance: { source: id, where: fields.record_id, clock: 'slack' } };
}

function messagesIn(identifiers: readonly { readonly type: string; readonly value: string }[]) {
  return identifiers.flatMap(({ type, value }) => {
    const [name, channel, ts] = /^slack:([CGD][A-Z0-9]+):(\d{10}\.\d{6})$/.exec(value) ?? [];
    return type === 'subject' && name && channel && ts ? [{ name, channel, ts }] : [];
  });
}

function partial(reason: string, settles: string = wouldSettle): Gap {
  return { source: id, reason, wouldSettle: settles, kind: 'partial' };
}

/** What it took too long to see is a gap, unless the whole command was stopped. */
async function inTime(
  limit: AbortSignal,
  whole: AbortSignal,
  look: () => Promise<Omit<Evidence, 'coverage'>>,
): Promise<Omit<Evidence, 'coverage'>> {
  try {
    return await look();
  } catch (error) {
    whole.throwIfAborted();
    if (!limit.aborted) throw error;
    return { observations: [], gaps: [partial(`no whole answer within ${deadlineMs / 1000} s`)] };
  }
}
