// Is there a check whose answer nobody looks at?
import type { AuditInput } from '../model/audit-input.ts';
import { placeOf } from '../model/code/answers.ts';
import { returnsOf } from '../model/code/calls.ts';
import { shortName } from '../model/code/effects.ts';
import { locate } from '../model/code/locate.ts';
import type { Program } from '../model/code/program.ts';
import { refusedInVain } from '../model/code/refusals.ts';
import type { Scope } from '../model/code/scope.ts';
import type { Call, Expr, Func, Stmt } from '../model/code/syntax.ts';
import { pathOf } from '../model/code/value.ts';
import { blocksOf, everyExpr } from '../model/code/walk.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly name: string;
  readonly isDependency: boolean;
  /** What it gives is something to wait for, which is always true. */
  readonly isPromise?: boolean;
  /** The refusal is sent, and nothing returns. */
  readonly isRefused?: boolean;
}

export const guardDoesNotStop = defineRule<AuditInput, Args>({
  id: 'guard-does-not-stop',
  title: 'A check says no, and the handler goes on',
  severity: 'note',
  problem:
    'A dependency of FastAPI stops a request only by raising: what it returns is handed to the handler, which runs all the same. A check whose answer is thrown away stops nobody either.',
  fix: ['Raise HTTPException in the dependency, or use the answer: if (await isDuplicate(event)) return;'],
  check({ program, listeners, routes }) {
    const seen = new Set<Expr>();
    const promised = [...listeners, ...routes].flatMap(({ acts }) =>
      acts.flatMap((act) => {
        const hit = act.kind === 'test' && act.expr ? promiseIn(program, act.expr, act.scope) : undefined;
        if (!hit || seen.has(hit.call)) return [];
        seen.add(hit.call);
        const args = { name: hit.guard.name ?? 'the check', isDependency: false, isPromise: true };
        const home = program.inside(hit.guard);
        const related = home ? [noted(locate(home.module, hit.guard.at), 'this is async')] : [];
        return [found(this.id, locate(act.scope.module, hit.call.at), args, { related })];
      }),
    );
    const handlers = [...listeners, ...routes].flatMap(({ handler }) => handler ?? []);
    const thrownAway = [...new Set(handlers)].flatMap((handler) => {
      const scope = program.inside(handler);
      return scope
        ? [...dependencies(program, handler, scope), ...unused(program, handler.body, scope)].map(
            ({ name, at, guard, isDependency }) => {
              const home = guard && program.inside(guard);
              const related = home ? [noted(locate(home.module, guard.at), 'this answers no by what it returns')] : [];
              return found(this.id, locate(scope.module, at), { name, isDependency }, { related });
            },
          )
        : [];
    });
    const refused = routes.flatMap(({ acts }) => {
      const hit = refusedInVain(program, acts);
      return hit ? [found(this.id, placeOf(hit), { name: 'the check', isDependency: false, isRefused: true })] : [];
    });
    return [...promised, ...thrownAway, ...refused];
  },
  say: ({ name, isDependency, isPromise, isRefused }) =>
    isRefused
      ? 'The refusal is sent here, and nothing returns: the handler goes on and does the work.'
      : isPromise
        ? `Nothing waits for ${name}, and a promise is always true: whatever it says, the handler goes on.`
        : isDependency
          ? `${name} answers no by returning a response, which FastAPI hands to the handler: it runs all the same.`
          : `The answer of ${name} is not looked at: whatever it says, the handler goes on.`,
});

interface Hit {
  readonly name: string;
  readonly at: Expr['at'];
  /** Undefined: it is somebody else's. */
  readonly guard: Func | undefined;
  readonly isDependency: boolean;
}

function dependencies(program: Program, handler: Func, scope: Scope): Hit[] {
  return handler.parameters.flatMap(({ fallback, pattern }) => {
    if (
      fallback?.form !== 'call' ||
      !/^fastapi(\.params)?\.(Depends|Security)$/.test(
        pathOf(program.evaluate(fallback.callee, scope.parent ?? scope)) ?? '',
      )
    )
      return [];
    const value = fallback.args[0] && program.evaluate(fallback.args[0].value, scope.parent ?? scope);
    if (value?.is !== 'function' || (pattern.name !== undefined && uses(handler.body, pattern.name))) return [];
    const inner = value.scope;
    const answers = returnsOf(value.fn).some(
      (one) =>
        one.form === 'call' &&
        /^(fastapi|starlette)[\w.]*\.\w*Response$/.test(pathOf(program.evaluate(one.callee, inner)) ?? ''),
    );
    return answers
      ? [{ name: value.fn.name ?? 'the dependency', at: fallback.at, guard: value.fn, isDependency: true }]
      : [];
  });
}

function uses(list: readonly Stmt[], name: string): boolean {
  return list.some((one) => JSON.stringify(one).includes(`"name":"${name}"`));
}

/** `if (!verify(request))` of an async function. */
function promiseIn(program: Program, test: Expr, scope: Scope): { call: Call; guard: Func } | undefined {
  const call = test.form === 'operation' && /^(not|!)$/.test(test.sign) ? test.parts[0] : test;
  if (call?.form !== 'call' || call.isNew) return undefined;
  const value = program.evaluate(call.callee, scope);
  return value?.is === 'function' && value.fn.isAsync ? { call, guard: value.fn } : undefined;
}

const guardNames =
  /^_?(is|has|should|check|verify|validate|authenticate|authorize|claim|acquire|already|seen)[A-Z_]?\w*$/;
/** https://docs.slack.dev/tools/python-slack-sdk/reference/signature/ says yes or no, and raises nothing. */
const verifies = /^slack_sdk\.signature\.SignatureVerifier\(\)\.is_valid(_request)?$/;

/** Every answer of a check in Python is one that refuses: `return {"statusCode": 403}`, `return "forbidden", 401`. */
function refuses({ name }: Func, returns: readonly Expr[]): boolean {
  return (
    /verif|authenti|authori|valid|signature/i.test(name ?? '') &&
    returns.length > 0 &&
    returns.every((one) =>
      one.form === 'object'
        ? one.entries.some(({ key, value }) => key === 'statusCode' && isRefusal(value))
        : one.form === 'list' && one.items.some(isRefusal),
    )
  );
}

function isRefusal(expr: Expr): boolean {
  return expr.form === 'literal' && typeof expr.value === 'number' && expr.value >= 400 && expr.value < 600;
}

/** `isDuplicate(event);` of a function that says only true or false. */
function unused(program: Program, body: readonly Stmt[], scope: Scope): Hit[] {
  return body.flatMap((one): Hit[] => {
    const inner = blocksOf(one).flatMap((list) => unused(program, list, scope));
    if (one.does !== 'value') return inner;
    const call = one.value.form === 'await' ? one.value.value : one.value;
    if (call.form !== 'call') return inner;
    const value = program.evaluate(call.callee, scope);
    if (value?.is === 'outside' && verifies.test(value.path))
      return [{ name: shortName(call), at: call.at, guard: undefined, isDependency: false }, ...inner];
    if (value?.is !== 'function' || !guardNames.test(value.fn.name ?? '')) return inner;
    const returns = returnsOf(value.fn);
    const flags = returns.map((one) => (one.form === 'literal' ? one.value : undefined));
    const says = flags.includes(true) && flags.includes(false) && flags.every((flag) => typeof flag === 'boolean');
    const asks = asking.test(value.fn.name ?? '') && returns.length > 0 && returns.every(isYesOrNo);
    return (says || asks || refuses(value.fn, returns)) && !acts(value.fn.body)
      ? [{ name: value.fn.name ?? '', at: call.at, guard: value.fn, isDependency: false }, ...inner]
      : inner;
  });
}

/** What is called so has nothing to do but to answer. */
const asking = /^_?(is|has|already|verify|authenticate|seen)[A-Z_]\w*$/;

/** `true`, `a === b`, `!found`, and what is made of those. */
function isYesOrNo(expr: Expr): boolean {
  if (expr.form === 'literal') return typeof expr.value === 'boolean';
  if (expr.form !== 'operation') return false;
  if (/^(and|or)$/.test(expr.sign)) return expr.parts.every(isYesOrNo);
  return /^([!=]==?|[<>]=?|not|!|is|is not|in|not in)$/.test(expr.sign);
}

/** It throws or answers itself: then its own answer need not be looked at. */
function acts(list: readonly Stmt[]): boolean {
  return list.some(
    (one) =>
      one.does === 'throw' ||
      (one.does === 'value' &&
        everyExpr(one.value).some(
          (part) =>
            part.form === 'call' &&
            part.callee.form === 'member' &&
            /^(send|json|end|sendStatus|status|exit|abort|say|respond)$/.test(part.callee.name ?? ''),
        )) ||
      blocksOf(one).some(acts),
  );
}
