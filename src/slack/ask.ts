// One question to Slack, as often as its limit allows in a short time, and what stopped it in words.
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Looked } from './connection.ts';
import type { Call, Called } from './web-client.ts';

/** Whoever waits for a diagnosis does not wait longer than this for one answer. */
const longestWaitMs = 15_000;
const mostAttempts = 3;

export interface Asking {
  readonly call: Call;
  readonly signal: AbortSignal;
}

/** Never throws for what Slack or the network says; an abort by the caller is thrown. */
export async function ask<S extends z.ZodMiniType>(
  { call, signal }: Asking,
  method: string,
  args: Readonly<Record<string, unknown>>,
  shape: S,
): Promise<Looked<z.output<S>>> {
  const called = await patiently(call, signal, method, args);
  if (called.end !== 'answered') return stopped(method, called);
  const checked = z.safeParse(shape, called.body);
  if (checked.success) return { answer: 'found', value: checked.data };
  return cannotSee(`${method} answered another shape than agreed`);
}

async function patiently(
  call: Call,
  signal: AbortSignal,
  method: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Called> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const called = await call(method, args);
    signal.throwIfAborted();
    if (called.end !== 'limited' || attempt === mostAttempts) return called;
    if (!(called.retryAfterMs <= longestWaitMs)) return called;
    await sleep(called.retryAfterMs, undefined, { signal });
  }
}

const dead = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'org_login_required',
  'team_access_not_granted',
  'ekm_access_denied',
  'access_denied',
]);
const absent = new Set(['thread_not_found', 'message_not_found', 'bot_not_found']);
const missing: Readonly<Record<string, string>> = {
  not_in_channel: 'invite the app into the channel',
  channel_not_found: 'invite the app into the channel, or use the token of the workspace that has it',
  missing_scope: 'give the token the scope of this method',
  not_allowed_token_type: 'use the kind of token that this method asks for',
  no_permission: 'give the token the scope of this method',
  not_admin: 'use the token of an admin',
  paid_only: 'Slack answers this on paid plans only',
  app_not_found: 'check the app id, and use the configuration token of somebody who may edit this app',
  invalid_app_id: 'check the app id',
  app_not_eligible: 'Slack has no manifest for an app of this age or kind',
  auth_mismatch: 'use the app-level token of the app that received the event',
  invalid_event_context: 'the event is too old, or another app received it',
};

function stopped(method: string, called: Exclude<Called, { end: 'answered' }>): Looked<never> {
  switch (called.end) {
    case 'platform': {
      if (absent.has(called.error)) return { answer: 'none' };
      // Slack's own words are one word; anything else is not repeated.
      const word = /^[a-z_]{1,60}$/.test(called.error) ? called.error : 'an error';
      if (called.error === 'ratelimited') return cannotSee(`${method}: the limit is reached`, 'ask again in a minute');
      return cannotSee(
        `${method}: ${word}`,
        needed(called) ?? missing[called.error] ?? renewed(called.error),
        dead.has(called.error),
      );
    }
    case 'limited': {
      const seconds = Math.ceil(called.retryAfterMs / 1000);
      const when = Number.isFinite(seconds) ? `ask again in ${seconds} s` : 'ask again later';
      return cannotSee(`${method}: the limit is reached`, when);
    }
    case 'http':
      return cannotSee(`${method} answered ${called.status}`, undefined, true);
    case 'none':
      return cannotSee(`${method}: no answer`, undefined, true);
  }
}

/** A token of which Slack says that its time is over. */
function renewed(error: string): string | undefined {
  return error === 'token_expired' ? 'renew the token' : undefined;
}

function needed({ needed: scopes }: { readonly needed?: string | undefined }): string | undefined {
  return scopes !== undefined && /^[a-z:._,-]{1,200}$/i.test(scopes) ? `give the token ${scopes}` : undefined;
}

function cannotSee(reason: string, needs?: string, isDown = false): Looked<never> {
  return { answer: 'cannot-see', reason, needs, isDown };
}

/** The sentence of a gap. */
export function whyNot({ reason, needs }: Extract<Looked<unknown>, { answer: 'cannot-see' }>): string {
  return needs === undefined ? reason : `${reason} (${needs})`;
}
