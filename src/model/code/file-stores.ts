// Files in which a Python program remembers events: read, asked, and written again as a whole.
import type { Act } from './act.ts';
import { isAboutEvent, type StoreUse, textOf } from './dedupe-stores.ts';
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr } from './syntax.ts';
import { pathOf } from './value.ts';
import { everyExpr } from './walk.ts';

const reading = /^(json\.loads?|pickle\.loads?|yaml\.\w*load|global\.open|pathlib\.Path\(\)\.read_text)$/;
const writing =
  /^(json\.dump|pickle\.dump|yaml\.\w*dump|global\.open\(\)\.write(lines)?|pathlib\.Path\(\)\.write_text)$/;

/** Each question with the note that follows it. Only what is read in this run: a copy in memory that lives on is asked in one step. */
export function fileUses(program: Program, acts: readonly Act[]): StoreUse[] {
  return acts.flatMap((act): StoreUse[] => {
    const { kind, expr, scope } = act;
    if ((kind !== 'test' && kind !== 'return') || !expr || scope.module.language !== 'python') return [];
    return everyExpr(expr).flatMap((one): StoreUse[] => {
      if (one.form !== 'operation' || !/^(not )?in$/.test(one.sign)) return [];
      const [key, object] = one.parts;
      const store = object && textOf(object);
      if (!key || !object || store === undefined || !isAboutEvent(key, scope)) return [];
      if (!isFromFile(program, object, scope, 0) || !acts.some(({ n, path }) => n < act.n && reading.test(path ?? '')))
        return [];
      const note = acts.find(({ n, path, kind: does }) => does === 'call' && n > act.n && writing.test(path ?? ''));
      if (!note || !decides(acts, act, one)) return [];
      const use = { store, home: 'elsewhere' as const, key, scope };
      return [
        { ...use, act: { ...act, isAwaited: true }, does: 'ask' },
        { ...use, act: note, does: 'note' },
      ];
    });
  });
}

function isFromFile(program: Program, expr: Expr, scope: Scope, depth: number): boolean {
  const value = program.evaluate(expr, scope);
  const path = pathOf(value) ?? '';
  if (/^(json\.load|pickle\.load|yaml\.\w*load|global\.open|pathlib\.Path)\(\)/.test(path)) return true;
  const made = value?.is === 'outside' ? value.made : undefined;
  const first = made?.call.args[0]?.value;
  return (
    depth < 3 &&
    made !== undefined &&
    first !== undefined &&
    /^(global\.(set|list|dict)|json\.loads|pickle\.loads)\(\)$/.test(path) &&
    isFromFile(program, first, made.scope, depth + 1)
  );
}

/** Who is in it goes no further here, or what is given back is looked at by whoever asked. */
function decides(acts: readonly Act[], ask: Act, test: Expr): boolean {
  const outer = ask.chain.at(-1);
  const isLookedAt =
    outer !== undefined &&
    acts.some(
      ({ kind, expr, scope }) =>
        kind === 'test' &&
        expr !== undefined &&
        scope.module === outer.scope.module &&
        expr.at.start <= outer.at.start &&
        outer.at.end <= expr.at.end,
    );
  if (ask.kind === 'return') return isLookedAt;
  const frame = ask.frames.at(-1);
  return acts.some(
    ({ kind, frames, arms, expr }) =>
      kind === 'return' &&
      frames.at(-1) === frame &&
      (expr === undefined || outer === undefined || isLookedAt) &&
      arms.some((arm) => arm.ends && arm.test.at.start <= test.at.start && test.at.end <= arm.test.at.end),
  );
}
