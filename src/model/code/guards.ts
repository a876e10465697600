// Claims that only one of two can make: SET NX, ON CONFLICT, a conditional put, under whatever name they are wrapped.
import type { Act } from './act.ts';
import type { Program } from './program.ts';
import type { Call } from './syntax.ts';
import { everyExpr } from './walk.ts';

export function atomicClaims(_program: Program, acts: readonly Act[]): Act[] {
  return acts.filter(({ kind, expr }) => kind === 'call' && expr?.form === 'call' && isAtomic(expr));
}

function isAtomic(call: Call): boolean {
  const name = call.callee.form === 'member' ? call.callee.name : undefined;
  if (
    name !== undefined &&
    /^(setnx|setNX|set_nx|add_if_absent|putIfAbsent|get_or_create|insertIgnore|insert_ignore|onConflictDoNothing|on_conflict_do_nothing|getset|createIfNotExists)$/.test(
      name,
    )
  )
    return true;
  const words = call.args.flatMap(({ value, keyword }) => [
    ...(keyword === 'nx' || keyword === 'ConditionExpression' ? [keyword] : []),
    ...everyExpr(value).flatMap((one) => {
      if (one.form === 'text') return [one.fixed];
      return one.form === 'object' ? one.entries.map(({ key }) => key ?? '') : [];
    }),
  ]);
  return words.some(
    (word) =>
      /^nx$/i.test(word) ||
      /on conflict|insert (or )?ignore|on duplicate key|attribute_not_exists|if not exists \(select/i.test(word) ||
      word === 'ConditionExpression',
  );
}
