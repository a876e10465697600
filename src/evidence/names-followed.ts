// The names by which a statement leads to others of its story.
import type { Observation } from '../model/fact.ts';
import { askedOnly, type Identifier, identifiersOf } from '../model/timeline/identifiers.ts';
import { withSubject } from './subject.ts';

/** What a search goes on with once the statement is known to belong to what was asked for. */
export function namesFollowed(observation: Observation): Identifier[] {
  const own = identifiersOf(withSubject(observation)).filter(({ type }) => !askedOnly.has(type));
  const { instance_id } = observation.fields;
  // Where it ran: what started or stopped there is part of the story, other events on it are not.
  const instance: Identifier[] = instance_id === undefined ? [] : [{ type: 'instance', value: instance_id }];
  return [...own, ...writtenBy(observation), ...instance];
}

/** The object that a record is, as an event about it would name it: what an app wrote can come back as somebody's act. */
function writtenBy({ kind, fields }: Observation): Identifier[] {
  if (kind !== 'record' || fields.target === undefined || fields.record_id === undefined) return [];
  return [{ type: 'subject', value: `${fields.target}:${fields.record_id}` }];
}

/**
 * By which a line is found, and which lead on from it. The request that took a message ends with that: its lines are wanted,
 * and it is no name of the message, of which it may have taken several.
 */
export function namesOf(one: { readonly observation: Observation; readonly isReceive?: true | undefined }): {
  readonly names: readonly string[];
  readonly identifiers: readonly Identifier[];
} {
  const own = identifiersOf(withSubject(one.observation));
  const { request_id } = one.observation.fields;
  const request: Identifier[] =
    one.isReceive && request_id !== undefined ? [{ type: 'delivery_id', value: `request:${request_id}` }] : [];
  return { names: own.map(nameOf), identifiers: [...own, ...request] };
}

export function nameOf({ type, value }: Identifier): string {
  return `${type}\n${value}`;
}
