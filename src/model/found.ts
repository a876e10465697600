// How a rule over files says what it found: its arguments and the place, the rest is the usual.
import type { Finding, Location, Rule } from './rule.ts';

type Rest = Partial<Pick<Finding, 'related' | 'edit' | 'severity' | 'certainty'>>;

export function found<Args>(rule: string, location: Location, args: Args, rest: Rest = {}): Finding<Args> {
  return { rule, args, certainty: 'shown', facts: [], location, ...rest };
}

/** A place as the related one of a finding. */
export function noted(location: Location, note: string): Location {
  return { ...location, note };
}

/** Keeps the type of the arguments while a list holds all rules. */
export function defineRule<Input, Args>(rule: Rule<Input, Args>): Rule<Input, Args> {
  return rule;
}
