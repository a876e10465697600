// Writes when deliveries were answered, after the answer: a null there is "not known", so it need not wait for the disk, which the
// next arrivals wait for.
import type { Queryable } from '../../postgres/database.ts';

export interface AnswerNote {
  readonly delivery_id: string;
  readonly workspace_id: string;
  /** ISO 8601, by the clock of the process. */
  readonly answered_at: string;
  readonly status: number;
}

const statement = `update dedupe.deliveries d set answered_at = g.answered_at, status = g.status
  from (select set_config('synchronous_commit', 'off', true)) as unhurried, jsonb_to_recordset($1::jsonb) as g(delivery_id text, workspace_id text, answered_at timestamptz, status int)
  where d.delivery_id = g.delivery_id and d.workspace_id = g.workspace_id`;

export async function noteAnswers(database: Queryable, answers: readonly AnswerNote[]): Promise<void> {
  await database.query(statement, [JSON.stringify(answers)]);
}
