// Is a failure answered with 200, so that Slack never sends the event again?
import type { AuditInput } from '../model/audit-input.ts';
import { type Act, type Arm, canPrecede } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { effectOf } from '../model/code/effects.ts';
import { forgottenIn } from '../model/code/failures-only-logged.ts';
import type { Program } from '../model/code/program.ts';
import type { Route } from '../model/code/routes.ts';
import type { Expr, Func, Stmt } from '../model/code/syntax.ts';
import { pathOf } from '../model/code/value.ts';
import { blocksOf, everyExpr } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly what: 'missing' | 'failed';
}

export const errorAnsweredAsSuccess = defineRule<AuditInput, Args>({
  id: 'error-answered-as-success',
  title: 'What failed is answered as if it had worked',
  severity: 'note',
  problem:
    'Slack takes 200 for done and does not send again. An event without an id that is answered 200 and dropped, or work that failed and is answered 200, is lost, and a person does it a second time by hand.',
  fix: [
    'Answer 200 only when the event is durably written down, and 503 when it could not be: Slack sends it again.',
    'Write down events that cannot be read in a place where somebody looks.',
  ],
  check({ program, routes }) {
    return routes.flatMap((route) => {
      const hit =
        route.framework === 'other' || route.isInvoked
          ? undefined
          : route.acts.find((act) => whatIn(program, route, act));
      const what = hit && whatIn(program, route, hit);
      return hit && what ? [found(this.id, placeOf(hit), { what }, { certainty: 'consistent' })] : [];
    });
  },
  say: ({ what }) =>
    what === 'missing'
      ? 'An event without its id is answered with success here and dropped.'
      : 'What failed is answered with success here: Slack does not send it again, and nothing keeps it.',
});

function whatIn(program: Program, route: Route, act: Act): Args['what'] | undefined {
  if (!isSuccess(program, route, act) || act.frames.length > 1) return undefined;
  const arm = act.arms.at(-1);
  if (arm?.side === 'catch') return isOfFailure(program, route, act, arm) ? 'failed' : undefined;
  if (arm?.side === 'yes' && isMissingId(arm.test)) return keptIn(program, route, act, arm) ? undefined : 'missing';
  return isBehindForgotten(program, route, act) ? 'failed' : undefined;
}

function keptIn(program: Program, { acts }: Route, act: Act, arm: Arm): boolean {
  return acts.some(
    (one) => one !== act && one.arms.some(({ id, side }) => id === arm.id && side === arm.side) && keeps(program, one),
  );
}

/** The answer of a catch, to work that was tried before any answer had gone out. */
function isOfFailure(program: Program, route: Route, act: Act, arm: Arm): boolean {
  if (keptIn(program, route, act, arm)) return false;
  const answers = answersIn(program, route);
  return route.acts.some(
    (one) =>
      one.n < act.n && !one.isInCatch && isWork(program, one) && !answers.some((answer) => canPrecede(answer, one)),
  );
}

/** Nobody hears of a failure but the log and a person, and nothing keeps it. A click is not sent again, whatever it is answered. */
function isBehindForgotten(program: Program, route: Route, answer: Act): boolean {
  if (!route.readsEvents || answersIn(program, route).some((one) => canPrecede(one, answer))) return false;
  const { acts } = route;
  const work = acts.filter((one) => !one.isInCatch && isWork(program, one) && canPrecede(one, answer));
  if (work.some(({ late, handedTo }) => late !== undefined || handedTo !== undefined)) return false;
  const ways = work.map((one) => forgottenIn(program, acts, one));
  // A callee may try what matters little by itself: then all of it must be tried so.
  return ways.includes('own') || (ways.length > 0 && ways.every((one) => one !== undefined));
}

/** What has been sent when they ran; what is returned is sent at the end. */
function answersIn(program: Program, route: Route): Act[] {
  return route.acts.filter((one) => one.kind === 'call' && !one.isInCatch && isSuccess(program, route, one));
}

function isWork(program: Program, act: Act): boolean {
  const effect = effectOf(program, act);
  return effect?.creates === true || effect?.kind === 'model';
}

/** It writes something down, or hands it on. */
function keeps(program: Program, act: Act): boolean {
  const effect = effectOf(program, act);
  return (
    effect !== undefined ||
    /captureException|capture_exception|enqueue|queue|dead|save|store|retry/i.test(act.path ?? act.local?.name ?? '')
  );
}

function isMissingId(test: Act['expr']): boolean {
  if (test?.form !== 'operation' || !/^(not|!|is|==|===)$/.test(test.sign)) return false;
  const isEmpty =
    /^(not|!)$/.test(test.sign) || test.parts.some((part) => part.form === 'literal' && part.value === null);
  const [first] = test.parts;
  return (
    isEmpty &&
    first !== undefined &&
    everyExpr(first).some(
      (one) => (one.form === 'name' || one.form === 'member') && /^(event_?id|eventId)$/.test(one.name ?? ''),
    ) &&
    first.form !== 'call'
  );
}

function isSuccess(program: Program, { framework, language }: Route, { kind, path, expr, scope }: Act): boolean {
  // The form itself shows the person what is wrong.
  if (expr?.form === 'call' && expr.args.some(({ value }) => program.fieldOf(value, 'response_action', scope)))
    return false;
  if (
    kind === 'call' &&
    expr?.form === 'call' &&
    (framework === 'express' || framework === 'nest' || framework === 'next')
  ) {
    if (path === 'http.response.sendStatus') return program.constant(expr.args[0]?.value, scope) === 200;
    if (path === 'http.response.send' || path === 'http.response.json' || path === 'http.response.end')
      return isPlainlyAnswered(scope.fn);
    const status =
      /^http\.response\.status\(\)\.(send|json|end)$/.test(path ?? '') && expr.callee.form === 'member'
        ? expr.callee.object
        : undefined;
    return status?.form === 'call' && program.constant(status.args[0]?.value, scope) === 200;
  }
  if (kind !== 'return' || expr === undefined) return false;
  if (framework === 'next' || framework === 'worker') return isPlainAnswer(program, expr, scope);
  const code = program.fieldOf(expr, 'statusCode', scope);
  if (code) return program.constant(code.value, code.scope) === 200;
  if (language === 'python' && framework !== 'lambda') return isPythonSuccess(program, framework, expr, scope);
  return false;
}

/** Without a status it is 200; one that is set in a line of its own may belong to any answer. */
function isPlainlyAnswered(fn: Func | undefined): boolean {
  const sets = (list: readonly Stmt[]): boolean =>
    list.some((one) => {
      const isSet =
        one.does === 'value' &&
        ((one.value.form === 'assign' &&
          one.value.target.form === 'member' &&
          /^(statusCode|status)$/.test(one.value.target.name ?? '')) ||
          (one.value.form === 'call' &&
            one.value.callee.form === 'member' &&
            /^(status|writeHead|code)$/.test(one.value.callee.name ?? '')));
      return isSet || blocksOf(one).some(sets);
    });
  return fn !== undefined && !sets(fn.body);
}

function isPythonSuccess(program: Program, framework: Route['framework'], expr: Expr, scope: Act['scope']): boolean {
  if (expr.form === 'list') return program.constant(expr.items[1], scope) === 200;
  // Without a status it is 200, whatever it says.
  if (framework === 'fastapi' && expr.form === 'object') return true;
  if (expr.form === 'text') return framework === 'flask' && expr.value !== undefined;
  if (expr.form !== 'call') return false;
  const name = expr.callee.form === 'name' || expr.callee.form === 'member' ? (expr.callee.name ?? '') : '';
  if (name === 'jsonify') return true;
  if (!/^(make_response|Response|JSONResponse|PlainTextResponse|HttpResponse|JsonResponse|json_response)$/.test(name))
    return false;
  const named = expr.args.find(({ keyword }) => keyword === 'status' || keyword === 'status_code');
  const places = expr.args.filter(({ keyword }) => keyword === undefined);
  if (named) return program.constant(named.value, scope) === 200;
  // What stands in the second place is a status in some and a type in others.
  return places.length < 2 || program.constant(places[1]?.value, scope) === 200;
}

/** `NextResponse.json({ ok: true })`, `new Response('ok')`: 200 where no other status stands beside it. */
function isPlainAnswer(program: Program, expr: Expr, scope: Act['scope']): boolean {
  if (expr.form !== 'call') return false;
  const path = pathOf(program.evaluate(expr.callee, scope)) ?? '';
  if (!/^(next\/server\.NextResponse|global\.Response)(\.json)?$/.test(path)) return false;
  const [, options] = expr.args;
  if (!options) return true;
  const status = program.fieldOf(options.value, 'status', scope);
  return status !== undefined && program.constant(status.value, status.scope) === 200;
}
