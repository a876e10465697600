// Where the table is, told by a variable of the environment: checked before anything is asked, and never repeated.
import { DedupeError } from '../../errors.ts';
import type { TargetWorld } from '../../model/target.ts';
import { parseAddress } from '../../postgres/address.ts';
import { credential } from '../http/settings.ts';

/** Throws DEDUPE_CONFIG_INVALID, naming the target and the variable and never what it holds: that may be a password. */
export function databaseUrl(world: TargetWorld, variableName: string): string {
  const url = credential(world, variableName);
  try {
    parseAddress(url);
    return url;
  } catch (error) {
    if (!(error instanceof DedupeError)) throw error;
    const sentence = `targets.${world.name}: ${variableName} cannot be used: ${error.message}`;
    throw new DedupeError('DEDUPE_CONFIG_INVALID', sentence, { hint: error.hint });
  }
}
