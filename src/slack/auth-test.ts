// Whose token is it? The one look that needs no scope. https://docs.slack.dev/reference/methods/auth.test
import * as z from 'zod/mini';
import { type Asking, ask } from './ask.ts';
import type { Looked, SlackIdentity } from './connection.ts';

const text = z.nullish(z.string());

const answer = z.object({
  team_id: z.string(),
  enterprise_id: text,
  is_enterprise_install: z.nullish(z.boolean()),
  app_id: text,
  user_id: text,
  bot_id: text,
  response_metadata: z.optional(z.object({ scopes: z.optional(z.array(z.string())) })),
});

export async function ownerOf(asking: Asking): Promise<Looked<SlackIdentity>> {
  const looked = await ask(asking, 'auth.test', {}, answer);
  if (looked.answer !== 'found') return looked;
  const { team_id, enterprise_id, is_enterprise_install, app_id, user_id, bot_id, response_metadata } = looked.value;
  return {
    answer: 'found',
    value: {
      workspaceId: team_id,
      enterpriseId: enterprise_id || undefined,
      isOrgWide: is_enterprise_install === true,
      appId: app_id || undefined,
      userId: user_id || undefined,
      botId: bot_id || undefined,
      scopes: response_metadata?.scopes ?? [],
    },
  };
}
