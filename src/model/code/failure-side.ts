// Does a place stand where an answer has said that something failed? `if (!answer.ok) …`, `if (answer.error) …`
import { mentions } from './looks.ts';
import type { Scope } from './scope.ts';
import type { Expr, Span, Stmt } from './syntax.ts';
import { blocksOf } from './walk.ts';

export function isOnFailureSide({ fn, module }: Scope, at: Span): boolean {
  return standsBelow(fn?.body ?? module.body, at);
}

function standsBelow(list: readonly Stmt[], at: Span): boolean {
  return list.some((one) => {
    if (at.start < one.at.start || at.end > one.at.end) return false;
    if (one.does === 'try' && one.catches.some((body) => holds(body, at))) return true;
    if (one.does === 'if') {
      if (holds(one.yes, at) && saysFailed(one.test)) return true;
      if (holds(one.no, at) && saysWorked(one.test)) return true;
    }
    return blocksOf(one).some((block) => standsBelow(block, at));
  });
}

function holds(list: readonly Stmt[], at: Span): boolean {
  return list.some((one) => one.at.start <= at.start && at.end <= one.at.end);
}

function saysWorked(test: Expr): boolean {
  return mentions(test, /^(ok|access_token|authed_user)$/) && !isDenied(test);
}

function saysFailed(test: Expr): boolean {
  return mentions(test, /^(err|error)$/) || (mentions(test, /^(ok|access_token|authed_user)$/) && isDenied(test));
}

function isDenied(test: Expr): boolean {
  if (test.form !== 'operation') return false;
  return (
    /^(not|!==?|!=)$/.test(test.sign) ||
    test.parts.some((one) => one.form === 'literal' && one.value === false) ||
    test.parts.some(isDenied)
  );
}
