// GitHub: what identifies its deliveries. It repeats nothing by itself: a second delivery with one GUID was asked for.
// https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries
import type { Headers, InboundEvent, Provider, RetrySchedule } from '../model/provider.ts';
import { comesOnce } from './github/comes-once.ts';
import { headerOf } from './header.ts';
import { parseJsonOrPayload } from './json-body.ts';
import { at, field, idOf, numberedId } from './value.ts';
import { inboundEvent, webhookProvider } from './webhook.ts';

const ackDeadlineMs = 10_000;
/** By hand or through the API. */
const redeliveryMs = 3 * 24 * 3_600_000;

const retries: RetrySchedule = {
  ackDeadlineMs,
  retryGapsMs: [],
  horizonMs: ackDeadlineMs,
  extendedHorizonMs: redeliveryMs,
  documentation: 'https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries',
};

export function github(id: string): Provider {
  return webhookProvider({
    id,
    title: 'GitHub',
    retries,
    parse: parseJsonOrPayload,
    read: (payload, headers) => read(id, payload, headers),
    subjectFromReference: (reference) =>
      /^github:[\w.-]+\/[\w.-]+#\d+$/.test(reference.trim()) ? reference.trim() : undefined,
  });
}

/** `ping` only says that the hook exists. The GUID stands for one delivery by one hook: two hooks on one event have two. */
function read(provider: string, payload: unknown, headers: Headers): InboundEvent | undefined {
  const type = headerOf(headers, 'x-github-event');
  const delivery = headerOf(headers, 'x-github-delivery');
  if (type === undefined || type === 'ping' || typeof payload !== 'object' || payload === null) return undefined;
  const isApp = headerOf(headers, 'x-github-hook-installation-target-type') === 'integration';
  const sender = idOf(at(payload, 'sender', 'login'));
  return inboundEvent(provider, {
    eventId: idOf(delivery),
    scope: idOf(at(payload, 'organization', 'login'), at(payload, 'repository', 'owner', 'login')),
    // One GUID can reach two apps.
    appId: isApp ? idOf(headerOf(headers, 'x-github-hook-installation-target-id')) : undefined,
    type: idOf(type),
    subtype: idOf(field(payload, 'action')),
    subject: subjectOf(payload),
    // Whatever the header says of its type.
    bodyComesOnceAs: comesOnce(payload) ? '' : undefined,
    fields: {
      actor: sender,
      bot_id: at(payload, 'sender', 'type') === 'Bot' ? sender : undefined,
      subscription_id: idOf(headerOf(headers, 'x-github-hook-id')),
    },
  });
}

/** A comment or a review is an object of its own: two comments on one issue are two wishes. */
function subjectOf(payload: unknown): string | undefined {
  const repository = idOf(at(payload, 'repository', 'full_name'));
  if (repository === undefined) return undefined;
  const number = ['issue', 'pull_request', 'discussion']
    .map((name) => numberedId(at(payload, name, 'number')))
    .find((found) => found !== undefined);
  const part = ['comment', 'review']
    .map((name) => [name, numberedId(at(payload, name, 'id'))] as const)
    .find(([, own]) => own !== undefined);
  const inside = part === undefined ? '' : `:${part[0]}:${part[1]}`;
  if (number !== undefined) return `github:${repository}#${number}${inside}`;
  const others = ['release', 'workflow_run', 'check_run', 'check_suite', 'deployment'];
  const other = others
    .map((name) => [name, numberedId(at(payload, name, 'id'))] as const)
    .find(([, own]) => own !== undefined);
  if (other !== undefined) return `github:${repository}:${other[0]}:${other[1]}`;
  const commit = part === undefined ? idOf(field(payload, 'after')) : idOf(at(payload, 'comment', 'commit_id'));
  return commit === undefined ? undefined : `github:${repository}:commit:${commit}${inside}`;
}
