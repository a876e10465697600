// One run of an application's listeners over one stored event, and what came of it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Created } from '../../model/target.ts';
import { unnamed } from '../dispatch/app-target.ts';
import { failureCode } from '../worker/failure-code.ts';
import { PermanentError } from '../worker/plan.ts';
import { type EffectLedger, type EffectResult, type Handled, type MakeEffect, UnknownEffect } from './effect-ledger.ts';
import { outcomeOfError } from './outcome.ts';

export interface Run {
  effect(action: string, fn: MakeEffect): Promise<EffectResult>;
  /** Seen by a middleware: an error handler of the application may swallow it afterwards. */
  fail(error: unknown): void;
  /** `onlyEffects`: the application has declared that its listeners do nothing beside `effect`. */
  outcome(onlyEffects: boolean): Created;
}

const runs = new AsyncLocalStorage<Run>();

export function during<T>(run: Run, work: () => Promise<T>): Promise<T> {
  return runs.run(run, work);
}

export const currentRun = (): Run | undefined => runs.getStore();

/**
 * Makes one effect of the event that the listener is handling, once, however often the listener runs. `key` is a word that
 * tells it from the other effects of that event. A listener that uses it makes all of its effects through it.
 */
export function effect(key: string, fn: MakeEffect): Promise<EffectResult> {
  const run = currentRun();
  if (run) return run.effect(key, fn);
  throw new PermanentError('no_event', 'effect() is called outside a listener of an app whose receiver is durable');
}

export function createRun(ledger: EffectLedger, event: Handled): Run {
  let failures = 0;
  let failure: { readonly error: unknown } | undefined;
  let used = false;
  let isUnknown = false;
  return {
    async effect(action, fn) {
      used = true;
      try {
        return await ledger.make(event, action, fn);
      } catch (error) {
        failures += 1;
        isUnknown ||= error instanceof UnknownEffect || outcomeOfError(error).outcome === 'unknown';
        throw error;
      }
    },
    fail(error) {
      failure ??= { error };
    },
    outcome(onlyEffects) {
      if (isUnknown) return { outcome: 'unknown', reason: 'effect_unknown' };
      if (failure === undefined) return { outcome: 'done', id: unnamed(event), url: undefined, existed: false };
      const { error } = failure;
      if (authorizing(error)) return { outcome: 'refused', reason: 'not_authorized', temporary: true };
      if (error instanceof PermanentError) return { outcome: 'refused', reason: error.code, temporary: false };
      // What it did beside its effects nobody knows; where it made some, it has promised that there is nothing beside them.
      if (!used && !onlyEffects) return { outcome: 'unknown', reason: failureCode(error) };
      const told = failures > 0 ? outcomeOfError(error) : undefined;
      return told?.outcome === 'refused' ? told : { outcome: 'refused', reason: failureCode(error), temporary: true };
    },
  };
}

/** Bolt found no token for the workspace: no listener has run. */
function authorizing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'slack_bolt_authorization_error';
}
