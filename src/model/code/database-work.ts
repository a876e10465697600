// Calls that wait for a database: in Python drivers, sessions of an ORM, collections and tables of DynamoDB, in Node what is awaited.
import { type Act, canPrecede } from './act.ts';
import { type Effect, effectOf, shortName } from './effects.ts';
import type { Program } from './program.ts';
import type { Expr } from './syntax.ts';

const drivers =
  /^((psycopg2?|pymysql|MySQLdb|mysql\.connector|sqlite3|mariadb)(\.pool)?\.[\w.()]*\.(execute|executemany)|(sqlalchemy|flask_sqlalchemy|sqlmodel)[\w.()]*\.(execute|commit|flush|refresh|scalars?|first|all|one|one_or_none|count|get)|pymongo\.MongoClient\(\)[\w.()]*\.(find_one\w*|insert_\w+|update_\w+|delete_\w+|count_documents|aggregate)|boto3\.resource\(\)\.Table\(\)\.(get_item|put_item|update_item|delete_item|query|scan)|supabase\.[\w.()]+\.execute)$/;

/** `Model.objects.get(…)` and what else asks or writes. https://docs.djangoproject.com/en/5.2/ref/models/querysets/ */
const managers = /^(get|create|get_or_create|update_or_create|bulk_create|first|last|exists|count|delete|update)$/;

function isDatabase(program: Program, act: Act): boolean {
  const { kind, expr, path, local, scope } = act;
  if (kind !== 'call' || expr?.form !== 'call' || local) return false;
  if (scope.module.language !== 'python') return act.isAwaited && effectOf(program, act)?.kind === 'database';
  if (path !== undefined && drivers.test(path)) return true;
  return expr.callee.form === 'member' && managers.test(expr.callee.name ?? '') && isOfManager(expr.callee.object);
}

function isOfManager(expr: Expr): boolean {
  if (expr.form === 'call') return expr.callee.form === 'member' && isOfManager(expr.callee.object);
  return expr.form === 'member' && expr.name === 'objects';
}

/** Statement after statement, as many as are waited for one behind the other: what registers an event is one. */
export function databaseWork(
  program: Program,
  acts: readonly Act[],
): readonly { readonly act: Act; readonly effect: Effect }[] {
  const row: { act: Act; effect: Effect }[] = [];
  for (const act of acts) {
    const last = row.at(-1);
    if (act.handedTo !== undefined || act.isInCatch || !isDatabase(program, act) || act.expr?.form !== 'call') continue;
    if (last && !canPrecede(last.act, act)) continue;
    const name = shortName(act.expr);
    row.push({ act, effect: { kind: 'database', creates: false, isCertain: true, name } });
  }
  return row;
}
