// What can be asked about installations, each question with the kind of token that it needs. https://docs.slack.dev/reference/methods
import * as z from 'zod/mini';
import type { Authorization, InstalledApp } from '../model/installation.ts';
import { type Asking, ask } from './ask.ts';
import { ownerOf } from './auth-test.ts';
import type { Looked, SlackIdentity } from './connection.ts';

const text = z.nullish(z.string());
const flag = z.nullish(z.boolean());

export type Identity = Pick<SlackIdentity, 'workspaceId' | 'enterpriseId' | 'isOrgWide' | 'appId'>;

/** Of some tokens auth.test does not name the app: then its bot does, where the token may ask about it. */
export async function identityOf(asking: Asking): Promise<Looked<Identity>> {
  const own = await ownerOf(asking);
  if (own.answer !== 'found' || own.value.appId !== undefined || own.value.botId === undefined) return own;
  const { workspaceId, isOrgWide, botId } = own.value;
  const bot = await ask(
    asking,
    'bots.info',
    { bot: botId, ...(isOrgWide ? { team_id: workspaceId } : {}) },
    z.object({ bot: z.object({ app_id: text }) }),
  );
  const appId = bot.answer === 'found' ? (bot.value.bot.app_id ?? undefined) : undefined;
  return { answer: 'found', value: { ...own.value, appId } };
}

/** Enough to see whether two bots meet. */
const mostChannels = 1000;

export async function channelsOf(asking: Asking): Promise<Looked<readonly string[]>> {
  const looked = await ask(
    asking,
    'users.conversations',
    { limit: mostChannels, exclude_archived: true, types: 'public_channel,private_channel' },
    z.object({ channels: z.array(z.object({ id: z.string() })) }),
  );
  return looked.answer === 'found' ? { answer: 'found', value: looked.value.channels.map(({ id }) => id) } : looked;
}

/** Every installation that could see one event: with an app-level token of the app that received it. */
export async function authorizationsOf(
  asking: Asking,
  eventContext: string,
): Promise<Looked<readonly Authorization[]>> {
  const found: Authorization[] = [];
  for (let cursor = ''; ; ) {
    const page = await ask(
      asking,
      'apps.event.authorizations.list',
      { event_context: eventContext, ...(cursor === '' ? {} : { cursor }) },
      z.object({
        authorizations: z.array(
          z.object({ team_id: text, enterprise_id: text, user_id: text, is_bot: flag, is_enterprise_install: flag }),
        ),
        response_metadata: z.optional(z.object({ next_cursor: text })),
      }),
    );
    if (page.answer !== 'found') return page;
    for (const one of page.value.authorizations)
      found.push({
        workspaceId: one.team_id ?? undefined,
        enterpriseId: one.enterprise_id ?? undefined,
        userId: one.user_id ?? undefined,
        isBot: one.is_bot === true,
        isOrgWide: one.is_enterprise_install === true,
      });
    const next = page.value.response_metadata?.next_cursor ?? '';
    if (next === '' || next === cursor || found.length >= mostChannels) return { answer: 'found', value: found };
    cursor = next;
  }
}

const mostPages = 10;

/** What the log of an admin says is installed now. The log is newest first. */
export async function installedApps(asking: Asking): Promise<Looked<readonly InstalledApp[]>> {
  const apps = new Map<string, { readonly name: string; readonly isThere: boolean }>();
  for (let page = 1; page <= mostPages; page++) {
    const looked = await ask(
      asking,
      'team.integrationLogs',
      { count: 1000, page },
      z.object({
        logs: z.array(z.object({ app_id: text, app_type: text, service_type: text, change_type: text })),
        paging: z.optional(z.object({ pages: z.nullish(z.number()) })),
      }),
    );
    if (looked.answer !== 'found') return looked;
    for (const { app_id, app_type, service_type, change_type } of looked.value.logs) {
      if (!app_id || apps.has(app_id)) continue;
      const isThere = change_type !== 'removed' && change_type !== 'disabled';
      apps.set(app_id, { name: app_type ?? service_type ?? '', isThere });
    }
    if (page >= (looked.value.paging?.pages ?? 1)) break;
  }
  const there = [...apps].filter(([, { isThere }]) => isThere);
  return { answer: 'found', value: there.map(([appId, { name }]) => ({ appId, name })) };
}
