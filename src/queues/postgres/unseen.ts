// What a queue in PostgreSQL cannot tell, in the words of a gap.

import type { QueueAnswer, QueueQuestion, Unseen } from '../../model/queue.ts';
import type { FoundRows } from './table.ts';

const starts = 'how often the job was started';

export function absent(schema: string, table: string): QueueAnswer {
  return nothing(`there is no table ${schema}.${table} in this database`);
}

export function refused(schema: string, table: string): QueueAnswer {
  return nothing(`this account may not read ${schema}.${table}`);
}

export function secured(schema: string, table: string): QueueAnswer {
  return nothing(`row security is on for ${schema}.${table}: this account would see no row, and no error`);
}

function nothing(reason: string): QueueAnswer {
  return { jobs: [], visibility: 'unknown', unseen: [{ reason, wouldSettle: starts }], history: undefined };
}

/** A row that is gone is not a job that never was. */
export function forgotten(what: string): Unseen {
  return {
    reason: `no job names this event now; ${what}`,
    wouldSettle: 'whether there was a job, and how often it was started',
    isAbsence: true,
  };
}

function tooFar(table: string, limit: number): Unseen {
  return {
    reason: `${table}: the job was found by its id or key; for another one of this event only the hour before and after it was looked through, ${limit} jobs at most`,
    wouldSettle: 'whether another job of this event is among the others',
  };
}

function tooMany(table: string, limit: number): Unseen {
  return {
    reason: `${table} holds more than ${limit} jobs; the newest were looked through`,
    wouldSettle: 'whether another job of this event is among the others',
  };
}

/** What one table could not tell of the rows that were asked for. */
export function unseenIn({ reached, large }: FoundRows, table: string, limit: number): Unseen[] {
  return [
    ...(reached === 'limit' ? [tooMany(table, limit)] : []),
    ...(reached === 'near' ? [tooFar(table, limit)] : []),
    ...(large > 0
      ? [
          {
            reason: `${table}: ${large} jobs have a payload that is too large to be looked into`,
            wouldSettle: 'whether they belong to an event of another job',
          },
        ]
      : []),
  ];
}

export function isAsked({ eventIds, sourceEventKeys, jobs }: QueueQuestion): boolean {
  return eventIds.length + sourceEventKeys.length + jobs.length > 0;
}
