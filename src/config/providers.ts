// The senders that a configuration describes: their keys in the file, and what these mean.
import * as z from 'zod/mini';
import type { ProviderDescription, ProviderDescriptions } from '../model/provider-description.ts';
import { providerFamilies } from '../model/provider-families.ts';

/** Built when it is asked for: most calls describe no sender. */
export function describedProviders() {
  const place = z.string().check(z.regex(/^(header:\s*[\w-]+|[\w-]+(\.[\w-]+)*)$/i));
  const span = z.string().check(z.regex(/^\d+(\.\d+)?(ms|s|m|h|d)$/));
  return z.record(
    z.string(),
    z.strictObject({
      title: z.optional(z.string()),
      event_id: place,
      scope: z.optional(place),
      type: z.optional(place),
      subject: z.optional(place),
      retry_num: z.optional(place),
      retry_reason: z.optional(place),
      answer_within: z.optional(span),
      retries: z.optional(z.array(span)),
      horizon: z.optional(span),
      documentation: z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/))),
    }),
  );
}

export type DescribedProviders = z.output<ReturnType<typeof describedProviders>>;

export const describedProvidersForms =
  'for each name event_id, and if wanted title, scope, type, subject, retry_num, retry_reason (each header:NAME or a path in the body), ' +
  'answer_within, retries (a list), horizon (spans such as 10s, 5m, 4h, 3d), documentation (an address)';

/** Why a name cannot be meant; undefined when all can. */
export function nameFault(raw: DescribedProviders): string | undefined {
  const bad = Object.keys(raw).find((name) => !/^[a-z][a-z0-9-]*$/.test(name));
  if (bad !== undefined) return `names "${bad}": a sender's name has small letters, digits and hyphens`;
  // Its signature, its schedule and how its objects are read would be gone without a word.
  const known = providerFamilies.find((name) => Object.hasOwn(raw, name));
  return known && `describes "${known}", which is known here; give a sender of your own another name`;
}

export function descriptionsOf(raw: DescribedProviders): ProviderDescriptions {
  return Object.fromEntries(Object.entries(raw).map(([name, own]) => [name, descriptionOf(own)]));
}

function descriptionOf(own: DescribedProviders[string]): ProviderDescription {
  return {
    title: own.title,
    eventId: own.event_id,
    scope: own.scope,
    type: own.type,
    subject: own.subject,
    retryNum: own.retry_num,
    retryReason: own.retry_reason,
    answerWithinMs: own.answer_within === undefined ? undefined : spanMs(own.answer_within),
    retryGapsMs: own.retries?.map(spanMs),
    horizonMs: own.horizon === undefined ? undefined : spanMs(own.horizon),
    documentation: own.documentation,
  };
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function spanMs(text: string): number {
  const [, count = '0', unit = 'ms'] = /^([\d.]+)([a-z]+)$/.exec(text) ?? [];
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}
