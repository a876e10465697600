// Tables in which a Python program remembers events: a SELECT or a query of a model, and the row that is written later.
import type { Act } from './act.ts';
import { identity, type StoreUse } from './dedupe-stores.ts';
import { endsRun } from './ends-run.ts';
import type { Program } from './program.ts';
import { sqlIn } from './sql.ts';
import type { Call, Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

/** Nothing where a unique column stands behind the row: it turns the second one away. */
export function tableUses(program: Program, acts: readonly Act[]): StoreUse[] {
  return acts.flatMap((ask): StoreUse[] => {
    if (ask.kind !== 'call' || ask.expr?.form !== 'call') return [];
    const isPython = ask.scope.module.language === 'python';
    const asked = askedTable(ask) ?? (isPython ? askedModel(ask.expr) : undefined);
    // In Node the tables are mostly made by files that are not read.
    if (!asked || isUnique(program, asked) || (!isPython && !isMadeHere(program, asked))) return [];
    const note = acts.find((act) => act.n > ask.n && writes(act, asked));
    if (!note || !isAnswerLookedAt(acts, ask)) return [];
    const use = { store: asked.store, home: 'elsewhere' as const, key: ask.expr, scope: ask.scope };
    return [
      { ...use, act: ask, does: 'ask' },
      { ...use, act: note, does: 'note' },
    ];
  });
}

interface Asked {
  readonly store: string;
  readonly column: string;
  readonly isModel: boolean;
}

const columns =
  'event_id|client_msg_id|event_ts|message_ts|msg_ts|msg_id|message_id|event_key|dedupe_key|idempotency_key';

function askedTable(act: Act): Asked | undefined {
  const [, store, column] =
    new RegExp(
      `^\\s*select\\b[\\s\\S]*?\\bfrom\\s+"?([\\w.]+)"?[\\s\\S]*?\\bwhere\\b[\\s\\S]*?\\b(${columns})\\b`,
      'i',
    ).exec(sqlIn(act) ?? '') ?? [];
  return store === undefined || column === undefined ? undefined : { store, column, isModel: false };
}

const lastOf = /^(first|exists|one_or_none|scalar|scalar_one_or_none|count)$/;

/** `session.query(Seen).filter_by(event_id=x).first()`, `Seen.objects.filter(event_id=x).exists()` */
function askedModel(call: Call): Asked | undefined {
  if (call.callee.form !== 'member' || !lastOf.test(call.callee.name ?? '')) return undefined;
  const parts = everyExpr(call.callee.object);
  const words = parts.flatMap((one) =>
    one.form === 'call'
      ? one.args.flatMap(({ keyword }) => keyword ?? [])
      : one.form === 'member'
        ? (one.name ?? [])
        : [],
  );
  const column = words.find((word) => identity.test(word) && word !== 'ts');
  const store = parts.flatMap((one) => modelIn(one) ?? [])[0];
  return store === undefined || column === undefined ? undefined : { store, column, isModel: true };
}

function modelIn(expr: Expr): string | undefined {
  if (expr.form === 'member' && expr.name === 'objects' && expr.object.form === 'name') return expr.object.name;
  const first = expr.form === 'call' ? expr.args[0]?.value : undefined;
  const isQuery =
    expr.form === 'call' &&
    (expr.callee.form === 'member' || expr.callee.form === 'name') &&
    /^(query|select)$/.test(expr.callee.name ?? '');
  return isQuery && first?.form === 'name' ? first.name : undefined;
}

function writes(act: Act, { store, isModel }: Asked): boolean {
  if (act.kind !== 'call' || act.expr?.form !== 'call') return false;
  if (!isModel) return new RegExp(`^\\s*insert\\s+into\\s+"?${store}\\b`, 'i').test(sqlIn(act) ?? '');
  const { callee } = act.expr;
  const isCreate = callee.form === 'member' && /^(create|add|save|merge)$/.test(callee.name ?? '');
  return (
    (isCreate && everyExpr(act.expr).some((one) => one.form === 'name' && one.name === store)) ||
    (callee.form === 'name' && callee.name === store)
  );
}

function isMadeHere({ modules }: Program, { store }: Asked): boolean {
  const words = new RegExp(`create\\s+table[^;(]*\\b${store}\\b`, 'i');
  return modules.some(({ module }) => words.test(module.text));
}

function isUnique({ modules }: Program, { store, column, isModel }: Asked): boolean {
  const words = isModel
    ? new RegExp(
        `unique\\s*=\\s*True|UniqueConstraint|unique_together|IntegrityError|\\b${column}\\b[^\\n]*primary_key\\s*=\\s*True`,
      )
    : new RegExp(
        `create\\s+table[^;]*\\b${store}\\b[^;]*\\b(primary\\s+key|unique)\\b|unique\\s+index|IntegrityError|UniqueViolation`,
        'i',
      );
  return modules.some(({ module }) => words.test(module.text));
}

/** The call itself, or what is fetched behind it. */
function isAnswerLookedAt(acts: readonly Act[], ask: Act): boolean {
  const fetched = acts.filter(
    ({ n, frames, expr }) =>
      n > ask.n &&
      frames.at(-1) === ask.frames.at(-1) &&
      expr?.form === 'call' &&
      expr.callee.form === 'member' &&
      /^fetch(one|all|val|row|many)?$/.test(expr.callee.name ?? ''),
  );
  return [ask, ...fetched.slice(0, 1)].some((act) => endsRun(acts, act));
}
