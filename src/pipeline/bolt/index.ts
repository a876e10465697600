// The library entry `event-dedupe/bolt`: an existing Bolt app whose events are registered first and handled once.
export { DedupeError } from '../../errors.ts';
export type { SlackRules } from '../filter/slack-filter.ts';
export type { RetryLimits } from '../retry-policy.ts';
export { PermanentError } from '../worker/plan.ts';
export { type Durable, type DurableOptions, durable } from './durable.ts';
export { type EffectResult, type MakeEffect, UnknownEffect } from './effect-ledger.ts';
export { effect } from './run.ts';
