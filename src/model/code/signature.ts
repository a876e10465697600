// Does anything stand between a raw receiver and whoever sends to it?
import { everyExprIn, mentionsAnywhere } from './every-expr.ts';
import { exprsOf, readsField } from './handler-reads.ts';
import type { Program } from './program.ts';
import type { Route } from './routes.ts';
import { isGuarded, mayStandInFront } from './stands-in-front.ts';
import { mayStandInFrontOfPython } from './stands-in-front-of-python.ts';
import type { Call, Expr } from './syntax.ts';
import { comparesSentToken, comparesToken } from './token-checks.ts';
import { pathOf } from './value.ts';
import { everyExpr } from './walk.ts';

const secret = /signing_?secret/i;
const words = /sign(?!ing_?secret)(ing|ature)|hmac|verification_?token|(?<!un)verif(y|ier)/i;
/** Where nothing can stand in front, what the handler itself reaches tells; a name says more than it does. */
const nearWords =
  /sign(ing|ature)|hmac|(?<!url_?)verif|valid(?!ated|\w*(message|poll|e?mail|date|length|text|form|city|name|number|amount|option|command))|authentic|secret|digest|trusted|from_?slack|timingSafe/i;

/** `valid_channels` is no check. */
const nearInPython =
  /sign(ing|ature|ed(?!_?(in|up)))|hmac|(?<!url_|e?mail_|user_|phone_|is_)verif(?!ication_?(e?mail|code|link)|y_?e?mail)|validat(?!ed_data|ion_?error|ors?$)|is_?valid|authenti(?!cated$)|(signing|slack)\w*secret|digest|trusted|from_?slack/i;

export function mayVerify(program: Program, route: Route): boolean {
  // Bolt looks at what it is handed.
  if (route.acts.some(({ path }) => /App\(\)\.(async_)?dispatch$/.test(path ?? ''))) return true;
  if (comparesToken(route.handler, route.acts) || isGuarded(program, route)) return true;
  const { framework, handler, acts, language } = route;
  // How these are called is not known.
  if (framework === 'other' || framework === 'unseen') return checksAnywhere(program);
  const near = (one: Expr) => says(one, language === 'python' ? nearInPython : nearWords);
  if (language === 'python')
    return (
      checksAnywhere(program) &&
      (exprsOf(handler, acts).some(near) || asksAnother(program, acts) || mayStandInFrontOfPython(program, route, near))
    );
  const standsAlone =
    (framework === 'next' || framework === 'worker' || framework === 'lambda') && handler.decorators.length === 0;
  const isWrapped =
    standsAlone &&
    program.modules.some(({ module }) => /(^|\/)(_?middleware|server\/middleware\/[^/]+)\.[jt]sx?$/.test(module.file));
  if (isWrapped) return checksAnywhere(program);
  if (standsAlone) return exprsOf(handler, acts).some(near);
  return (
    checksAnywhere(program) &&
    (exprsOf(handler, acts).some(near) || asksAnother(program, acts) || mayStandInFront(program, route, near))
  );
}

/** Something that cannot be seen is handed the whole request. */
function asksAnother(program: Program, acts: Route['acts']): boolean {
  return acts.some(
    ({ kind, expr, local, path, scope }) =>
      kind === 'call' &&
      expr?.form === 'call' &&
      local === undefined &&
      !/^(global|http)\./.test(path ?? '') &&
      !isPlain(expr) &&
      expr.args.some(({ value }) => isRequest.test(pathOf(program.evaluate(writtenOut(value), scope)) ?? '')),
  );
}

/** `json.dumps(event)` */
function writtenOut(expr: Expr): Expr {
  const isDump =
    expr.form === 'call' && expr.callee.form === 'member' && /^(dumps|stringify)$/.test(expr.callee.name ?? '');
  return isDump ? (expr.args[0]?.value ?? expr) : expr;
}

const isRequest =
  /^(http\.request(\.headers)?|lambda\.event(\.headers)?|(flask|quart|bottle)\.request|(fastapi|starlette\.requests)\.Request\(\))$/;

/** One look anywhere in the project, and nothing is claimed. The secret that only Bolt or slackeventsapi gets is none: they look at their own routes. */
function checksAnywhere(program: Program): boolean {
  if (everyExprIn(program, words).some(({ expr }) => says(expr, words))) return true;
  if (everyExprIn(program, /token/).some(({ expr }) => comparesSentToken(expr))) return true;
  if (!mentionsAnywhere(program, secret)) return false;
  return program.calls.some(
    ({ call, scope }) =>
      (isMount(call) &&
        // What is mounted at an address of its own looks at that alone.
        typeof program.constant(call.args[0]?.value, scope) !== 'string' &&
        call.args.some(({ value }) => isOfBolt(pathOf(program.evaluate(value, scope))))) ||
      (!isReading(call) &&
        !isOfBolt(pathOf(program.evaluate(call.callee, scope))) &&
        call.args.some(
          ({ value, keyword }) => secret.test(keyword ?? '') || everyExpr(value).some((one) => says(one, secret)),
        )),
  );
}

/** In a name, a key or a text of one word: prose checks nothing. */
function says(expr: Expr, wanted: RegExp): boolean {
  if (expr.form === 'name' || expr.form === 'member') return expr.name !== undefined && wanted.test(expr.name);
  if (expr.form === 'text') return !/\s/.test(expr.fixed) && wanted.test(expr.fixed);
  return expr.form === 'object' && expr.entries.some(({ key }) => key !== undefined && wanted.test(key));
}

function isOfBolt(path: string | undefined): boolean {
  return (
    path !== undefined && /^(@slack\/(bolt|events-api|interactive-messages)|slack_bolt|slackeventsapi)\b/.test(path)
  );
}

function isMount({ callee }: Call): boolean {
  return callee.form === 'member' && callee.name === 'use';
}

/** It reads the secret from the environment, or says that it is there. */
function isReading({ callee }: Call): boolean {
  const name = callee.form === 'member' || callee.form === 'name' ? callee.name : undefined;
  return /^(get|getenv|get_env|getEnv|Boolean|bool|log|info|warn|warning|error|print)$/.test(name ?? '');
}

/** It answers the handshake and does nothing else: there is nothing to send to it. */
export function isStub({ handler, acts }: Route): boolean {
  if (readsField(handler, acts, /^(event|payload|command|response_url|trigger_id|user_id)$/)) return false;
  return acts.every(({ kind, expr }) => kind !== 'call' || expr?.form !== 'call' || isPlain(expr));
}

/** Reading a request, answering it, writing a log line. */
export function isPlain({ callee }: Call): boolean {
  const name = callee.form === 'member' || callee.form === 'name' ? callee.name : undefined;
  return plain.test(name ?? '');
}

const plain =
  /^(json|get|get_json|parse|loads|dumps|stringify|body|text|read|decode|encode|toString|jsonify|log|info|debug|warn|warning|error|exception|print|str|send|end|status|sendStatus|type|on|writeHead|setHeader|header|set|next|\w*Response|make_response|\w*Exception|Error)$/;
