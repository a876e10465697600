// The filter for senders other than Slack: every event of a type that is wanted is one effect.
import type { Filter } from '../contracts/filter.ts';
import { filterVersion } from './filter-version.ts';
import { keyOfEvent } from './source-event-key.ts';

export interface EventRules {
  /** Undefined: all. */
  readonly types?: readonly string[] | undefined;
  /** Accounts, shops, repositories; undefined: all. */
  readonly workspaces?: readonly string[] | undefined;
}

export function eventFilter(rules: EventRules = {}, provider = 'event'): Filter {
  return {
    version: filterVersion(provider, rules),
    decide({ key, type }) {
      if (key === undefined) return { decision: 'refuse', reason: 'no_event_id' };
      if (rules.workspaces && !rules.workspaces.includes(key.workspaceId))
        return { decision: 'refuse', reason: 'foreign_workspace' };
      if (rules.types && !rules.types.includes(type ?? '')) return { decision: 'ignore', reason: 'type_not_wanted' };
      return { decision: 'accept', sourceEventKey: keyOfEvent(key) };
    },
  };
}
