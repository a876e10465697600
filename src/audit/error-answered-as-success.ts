// Is a failure answered with 200, so that Slack never sends the event again?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act, Arm } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { effectOf } from '../model/code/effects.ts';
import { triedAndForgotten } from '../model/code/failures-only-logged.ts';
import { isLog } from '../model/code/log-calls.ts';
import type { Program } from '../model/code/program.ts';
import type { Route } from '../model/code/routes.ts';
import type { Expr } from '../model/code/syntax.ts';
import { pathOf } from '../model/code/value.ts';
import { everyExpr } from '../model/code/walk.ts';
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
      const hit = route.framework === 'other' ? undefined : route.acts.find((act) => whatIn(program, route, act));
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
  if (!arm)
    return isBehindToldFailure(program, route, act) || isBehindSilence(program, route, act) ? 'failed' : undefined;
  const kept = route.acts.some(
    (one) => one !== act && one.arms.some(({ id, side }) => id === arm.id && side === arm.side) && keeps(program, one),
  );
  if (kept) return undefined;
  if (arm.side === 'catch') {
    // Work that was tried before the answer; an answer that has gone out already is another matter.
    const tried = route.acts.some((one) => one.n < act.n && !one.isInCatch && isWork(program, one));
    const answered = route.acts.some(
      (one) => one.n < act.n && !one.isInCatch && one.arms.length === 0 && isSuccess(program, route, one),
    );
    return tried && !answered ? 'failed' : undefined;
  }
  return arm.side === 'yes' && isMissingId(arm.test) ? 'missing' : undefined;
}

/** The person is told, nothing is kept, and the way goes on to the answer that all come to. */
function isBehindToldFailure(program: Program, { acts }: Route, answer: Act): boolean {
  return acts.some((told) => {
    const arm = told.n < answer.n ? told.arms.find(({ side }) => side === 'catch') : undefined;
    if (!arm || arm.ends || arm.frame !== answer.frames[0] || effectOf(program, told)?.kind !== 'slack') return false;
    const caught = acts.filter(({ arms }) => arms.some(({ id }) => id === arm.id));
    if (caught.some((one) => effectOf(program, one)?.kind !== 'slack' && keeps(program, one))) return false;
    if (effectOf(program, told)?.creates !== true) return false;
    // What was tried stands in the same statement, before its catch.
    return acts.some((one) => {
      const { at, scope } = one.chain[0] ?? one;
      if (scope.module !== arm.scope.module || one.n > told.n || caught.includes(one)) return false;
      return arm.test.at.start <= at.start && at.end <= arm.test.at.end && isWork(program, one);
    });
  });
}

/** Nobody hears of a failure but the log. A click is not sent again, whatever it is answered. */
function isBehindSilence(program: Program, route: Route, answer: Act): boolean {
  return (
    route.readsEvents && (isBehindForgotten(program, route, answer) || isBehindLoggedFailure(program, route, answer))
  );
}

/** Some of the work is tried in the handler itself, and all come to this answer. */
function isBehindForgotten(program: Program, route: Route, answer: Act): boolean {
  const isEarlier = (one: Act) => one.arms.length === 0 && isSuccess(program, route, one);
  if (route.acts.some((one) => one.n < answer.n && isEarlier(one))) return false;
  return triedAndForgotten(route.handler, route.acts).some((act) => act.n < answer.n && isWork(program, act));
}

/** All the work is tried in one place, maybe of a callee, whose failure goes into the log and nowhere else. */
function isBehindLoggedFailure(program: Program, { acts }: Route, answer: Act): boolean {
  const work = acts.filter((one) => !one.isInCatch && isWork(program, one));
  if (work.length === 0 || work.some((one) => one.n > answer.n || one.late || one.handedTo !== undefined)) return false;
  return acts.some(({ arms, n }) => {
    const arm = n < answer.n ? arms.find(({ side }) => side === 'catch') : undefined;
    if (!arm || arm.ends) return false;
    const caught = acts.filter((one) => one.arms.some(({ id }) => id === arm.id));
    if (!caught.every(({ kind, expr }) => kind === 'call' && expr?.form === 'call' && isLog(expr))) return false;
    return work.every((one) => isTriedIn(arm, one));
  });
}

function isTriedIn({ test, scope }: Arm, act: Act): boolean {
  return [act, ...act.chain].some(
    (one) => one.scope.module === scope.module && test.at.start <= one.at.start && one.at.end <= test.at.end,
  );
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
  if (
    kind === 'call' &&
    expr?.form === 'call' &&
    (framework === 'express' || framework === 'nest' || framework === 'next')
  ) {
    if (path === 'http.response.sendStatus') return program.constant(expr.args[0]?.value, scope) === 200;
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
