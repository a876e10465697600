// Counts with one SELECT: a row for each object, its id in the first column.
import { DedupeError } from '../../errors.ts';
import type { Database } from '../../postgres/database.ts';
import { openDatabase } from '../../postgres/open.ts';
import type { Act } from '../world/act.ts';
import { type Counter, CountFailed, together } from './counter.ts';
import { distinct, type QuestionName, questionNames, questionsOf } from './questions.ts';

export interface BoundQuery {
  readonly text: string;
  readonly names: readonly QuestionName[];
}

/** `:marker` and the like become parameters. Undefined: it names no event, so it would count those of others too. */
export function bind(sql: string): BoundQuery | undefined {
  const names: QuestionName[] = [];
  const place = new RegExp(`(?<![:\\w]):(${questionNames.join('|')})\\b`, 'g');
  const text = sql.trim().replace(place, (_, name: QuestionName) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}::text`;
  });
  return names.some((name) => name !== 'team' && name !== 'channel') ? { text, names } : undefined;
}

/** Each look is a statement of its own in a transaction that cannot write. */
export function sqlCounter(url: string, query: BoundQuery): Counter {
  let opened: Promise<Database> | undefined;

  async function ask(params: readonly string[], signal: AbortSignal): Promise<string[]> {
    opened ??= openDatabase(url, { readOnly: true, applicationName: 'dedupe drill', statementTimeoutMs: 10_000 });
    const database = opened;
    try {
      signal.throwIfAborted();
      return (await (await database).query(query.text, params)).map(idOf);
    } catch (error) {
      if (error instanceof CountFailed || signal.aborted) throw error;
      opened = undefined;
      await database.then((one) => one.close()).catch(() => {});
      const what = error instanceof DedupeError ? error.message : 'the count failed';
      throw new CountFailed(what, {
        cause: error,
        isMisuse: error instanceof DedupeError && error.code === 'DEDUPE_DB_QUERY',
      });
    }
  }

  return {
    title: 'SQL',
    everyMs: 100,
    lagMs: 0,
    async count(act: Act, signal) {
      const lists: string[][] = [];
      for (const question of distinct(questionsOf(act), query.names))
        lists.push(
          await ask(
            query.names.map((name) => question[name]),
            signal,
          ),
        );
      return together(lists);
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

function idOf(row: Record<string, unknown>): string {
  const [name, value] = Object.entries(row)[0] ?? [];
  if (name === 'count')
    throw new CountFailed('the query answers with a number: it must give a row for each object, with its id first', {
      isMisuse: true,
    });
  if (value === null || value === undefined)
    throw new CountFailed('the query gave an object without an id in its first column', { isMisuse: true });
  return String(value);
}
