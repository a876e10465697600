// Calls that wait for a database: in Python drivers, sessions of an ORM, collections and tables of DynamoDB, in Node what is awaited.
import { type Act, canPrecede } from './act.ts';
import { type Effect, effectOf, shortName } from './effects.ts';
import type { Program } from './program.ts';
import type { Expr } from './syntax.ts';

const drivers =
  /^((psycopg2?|psycopg_pool|pymysql|MySQLdb|mysql\.connector|sqlite3|mariadb|pyodbc|cx_Oracle|oracledb|snowflake\.connector|aiosqlite|aiomysql|aiopg|databases)(\.pool)?\.[\w.()]*\.(execute|executemany|execute_many|fetch_one|fetch_all|fetch_val)|asyncpg\.[\w.()]*\.(execute|executemany|fetch|fetchrow|fetchval)|google\.cloud\.(firestore(_v1)?|datastore)\.\w*Client\(\)[\w.()]*\.(get|get_multi|set|add|update|delete|put|stream|fetch)|firebase_admin\.(firestore|db)\.[\w.()]+\.(get|set|add|update|delete|push|stream)|motor\.motor_asyncio\.\w+\(\)[\w.()]*\.(find_one\w*|insert_\w+|update_\w+|delete_\w+|replace_one|count_documents)|peewee\.\w*Model\(\)\.(get|get_or_none|get_or_create|create|save|get_by_id|insert_many|delete_instance)|tortoise\.models\.Model\(\)\.(get|get_or_none|get_or_create|create|save|all|filter|first)|(sqlalchemy|flask_sqlalchemy|sqlmodel)[\w.()]*\.(execute|commit|flush|refresh|scalars?|first|all|one|one_or_none|count|get|get_or_404|first_or_404|scalar_one_or_none|exec|merge|bulk_save_objects)|(flask_)?pymongo\.\w+\(\)[\w.()]*\.(find_one\w*|insert_\w+|update_\w+|delete_\w+|count_documents|aggregate)|boto3\.(resource\(\)\.Table|client)\(\)\.(get_item|put_item|update_item|delete_item|query|scan)|supabase\.[\w.()]+\.execute)$/;

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
