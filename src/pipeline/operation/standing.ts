// What an event has come to, given all operations of its key.
import type { KnownOperation } from '../../store/work/read-operations.ts';
import { type EventStatus, eventStatus } from './event-status.ts';

export interface EventStanding {
  readonly status: EventStatus;
  readonly resultType: string | undefined;
  readonly resultId: string | undefined;
  readonly errorCode: string | undefined;
}

/**
 * The result is the main effect's, which has no action; else the first one in the order of their keys. One that is named after
 * its own key is a name for nothing, where another has one.
 */
export function standingOf(operations: readonly KnownOperation[]): EventStanding {
  const confirmed = operations.filter(({ state }) => state === 'confirmed');
  const named = confirmed.filter(({ external_id, source_event_key }) => external_id !== source_event_key);
  const results = named.length > 0 ? named : confirmed;
  const result = results.find(({ action }) => action === '') ?? results[0];
  return {
    status: eventStatus(operations),
    resultType: result?.target,
    resultId: result?.external_id ?? undefined,
    errorCode:
      operations.find(({ state, last_error_code }) => state !== 'confirmed' && last_error_code)?.last_error_code ??
      undefined,
  };
}
