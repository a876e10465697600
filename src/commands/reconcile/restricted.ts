// Which operations does a call with --key or --target mean? Named as a person names them, on a row and in a plan alike.
import { DedupeError } from '../../errors.ts';
import { suggestion } from '../../nearest.ts';
import { configuredName } from '../../reconcile/configured-name.ts';
import type { Asking } from './asked.ts';

interface Named {
  readonly sourceEventKey: string;
  readonly eventId: string | undefined;
  readonly target: string;
  readonly key?: string | undefined;
}

export function isMeant({ key, target }: Pick<Asking, 'key' | 'target'>, one: Named): boolean {
  const isKey = key === undefined || [one.key, one.sourceEventKey, one.eventId].includes(key);
  return isKey && (target === undefined || one.target === target || configuredName(one) === target);
}

/** Throws DEDUPE_UNKNOWN_TARGET: "nothing is left" of a target that does not exist would be taken for good news. */
export function assertTarget({ target, targets }: Pick<Asking, 'target' | 'targets'>, wasMet: boolean): void {
  if (target === undefined || wasMet || targets.has(target)) return;
  const known = [...targets.keys()];
  throw new DedupeError('DEDUPE_UNKNOWN_TARGET', `no target "${target}" is configured`, {
    hint:
      known.length > 0
        ? suggestion(target, known)
        : 'Name it under targets in dedupe.config.yaml; dedupe targets lists the types.',
  });
}

export function unknownKey(key: string): DedupeError {
  return new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `no operation of unknown result is called "${key}"`, {
    hint: 'dedupe trace tells what became of an event.',
  });
}
