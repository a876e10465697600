// Conditions that let one kind of event through, or a mention and a message together.
import type { Expr } from './syntax.ts';

/** `event.type === 'message'`, also with more beside it. */
export function isForOne(test: Expr, name: string): boolean {
  if (test.form !== 'operation') return false;
  if (test.sign === 'and') return test.parts.some((part) => isForOne(part, name));
  return /^===?$/.test(test.sign) && test.parts.some((part) => part.form === 'text' && part.value === name);
}

/** `type in ("app_mention", "message")`, `type == "message" or type == "app_mention"`; with anything else beside it a condition says more. */
export function isForBoth(test: Expr): boolean {
  const texts = (list: readonly Expr[]) => list.map((one) => (one.form === 'text' ? one.value : undefined));
  const areBoth = (list: readonly (string | undefined)[]) => list.includes('app_mention') && list.includes('message');
  if (test.form === 'call')
    return (
      test.callee.form === 'member' &&
      test.callee.name === 'includes' &&
      test.callee.object.form === 'list' &&
      areBoth(texts(test.callee.object.items))
    );
  if (test.form !== 'operation') return false;
  if (test.sign === 'in') return test.parts[1]?.form === 'list' && areBoth(texts(test.parts[1].items));
  return (
    test.sign === 'or' &&
    areBoth(
      test.parts.flatMap((part) =>
        part.form === 'operation' && /^===?$/.test(part.sign) ? texts(part.parts) : [undefined],
      ),
    ) &&
    test.parts.every((part) => part.form === 'operation' && /^===?$/.test(part.sign))
  );
}

export function isPart({ at }: Expr, whole: Expr): boolean {
  return whole.at.start <= at.start && at.end <= whole.at.end;
}
