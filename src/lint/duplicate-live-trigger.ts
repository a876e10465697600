// Do two triggers that exist now deliver the same to one receiver?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { type LiveTrigger, liveTriggers } from '../model/subscriptions/live-triggers.ts';

interface Args {
  readonly kind: string;
  readonly target: string;
  readonly other: string;
  readonly events: readonly string[];
}

export const duplicateLiveTrigger = defineRule<LintInput, Args>({
  id: 'duplicate-live-trigger',
  title: 'Two live triggers deliver the same events to one receiver',
  severity: 'error',
  problem:
    'Each hook, subscription and mapping delivers by itself, under an id of its own. Two of one source that lead to one receiver deliver every event twice, and a key made of the delivery id takes them for two.',
  fix: [
    'Remove one of the two, after looking which one the deployment owns.',
    'Make the registration idempotent: look for the own address before a new one is created.',
  ],
  check(input) {
    const all = liveTriggers(input);
    return all.flatMap((later, i) => {
      const first = all.slice(0, i).find((one) => isCopy(one, later));
      if (!first) return [];
      const { kind, target, location } = later;
      const related = [noted(first.location, 'the other one')];
      return [found(this.id, location, { kind, target, other: first.id, events: shared(first, later) }, { related })];
    });
  },
  say: ({ kind, target, other, events }) =>
    `This ${kind} delivers to ${target}, and so does ${other}: ${events.length === 0 ? 'everything' : events.join(', ')} arrives twice.`,
});

function isCopy(a: LiveTrigger, b: LiveTrigger): boolean {
  if (a.kind !== b.kind || a.source !== b.source || a.target !== b.target) return false;
  return a.events.length === 0 || b.events.length === 0 || shared(a, b).length > 0;
}

function shared(a: LiveTrigger, b: LiveTrigger): readonly string[] {
  if (a.events.length === 0) return b.events;
  return b.events.length === 0 ? a.events : a.events.filter((name) => b.events.includes(name));
}
