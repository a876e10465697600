// Slack: which token is let in, for which workspace, and which app is behind it?

import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { SlackSight } from '../model/checkup.ts';
import type { SourceRow } from '../model/doctor-document.ts';
import { openSlackTokens } from '../open-slack.ts';
import { whyNot } from '../slack/ask.ts';
import type { SlackConnection } from '../slack/connection.ts';
import { usualToken } from '../slack/usual-token.ts';
import { failed, type Looked, notConfigured, opened } from './looked.ts';

const deadlineMs = 45_000;

/** What a whole look at a message asks for. */
const wanted = ['channels:history', 'channels:read', 'users:read'];

export async function lookAtSlack(
  { config, io }: Context,
  authorized: SlackSight['authorized'],
): Promise<Looked<SlackSight>> {
  if (config.slack.value === undefined)
    return notConfigured('slack', 'slack.token_envs in the configuration (dedupe explain source-slack)');
  const names = config.slack.value.token_envs ?? [usualToken];
  // A pull request from a fork has no secrets: what is not there was not configured here, as audit has it too.
  const unset = names.filter((name) => !io.env[name]?.trim());
  if (names.length > 0 && unset.length === names.length)
    return notConfigured('slack', `${unset.join(', ')} in the environment (dedupe explain source-slack)`);
  const { bots, close } = openSlackTokens(config.slack.value, io.env);
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(deadlineMs)]);
  try {
    const set = bots.filter(([token]) => !unset.includes(token));
    const looks = await Promise.all(set.map(([token, connection]) => lookAt(token, connection, signal)));
    const absent = unset.flatMap((token) =>
      notConfigured('slack', `${token} in the environment`).rows.map((row) => ({ ...row, name: token })),
    );
    io.signal.throwIfAborted();
    const installations = looks.flatMap(({ installation }) => installation ?? []);
    const faults = looks.flatMap(({ row }) => (row.state === 'failed' ? [row.evidence] : []));
    return {
      sight:
        installations.length === 0
          ? { state: 'failed', reason: faults.join('; ') }
          : { state: 'seen', value: { installations, faults, authorized } },
      rows: [...looks.map(({ row }) => row), ...absent],
      clocks: [],
    };
  } finally {
    await close();
  }
}

async function lookAt(
  token: string,
  connection: SlackConnection | DedupeError,
  signal: AbortSignal,
): Promise<{ readonly row: SourceRow; readonly installation?: SlackSight['installations'][number] }> {
  if (connection instanceof DedupeError) return { row: failed('slack', null, connection.message, token) };
  const looked = await connection.identity(signal).catch((error: unknown) => {
    if (signal.aborted)
      return { answer: 'cannot-see' as const, reason: 'no answer in time', needs: undefined, isDown: true };
    throw error;
  });
  if (looked.answer === 'none') return { row: failed('slack', null, 'auth.test knows no such token', token) };
  if (looked.answer === 'cannot-see') return { row: failed('slack', null, whyNot(looked), token) };
  const { workspaceId, botId, appId, scopes } = looked.value;
  const bot = appId !== undefined || botId === undefined ? undefined : await connection.bot(botId, workspaceId, signal);
  const app = appId ?? (bot?.answer === 'found' ? bot.value.appId : undefined);
  const missing = scopes.length === 0 ? [] : wanted.filter((scope) => !scopes.includes(scope));
  const lacks = missing.length === 0 ? '' : `; without ${missing.join(', ')}`;
  return {
    installation: { token, app, workspace: workspaceId },
    row: opened('slack', {
      name: token,
      place: workspaceId,
      evidence: `auth.test: ${app ?? botId ?? 'a user'} in ${workspaceId}${lacks}`,
      visible: missing.length === 0,
      unsettled: ['which requests Slack sent: that only a log or a database of the app shows'],
    }),
  };
}
