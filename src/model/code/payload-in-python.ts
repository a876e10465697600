// Is an expression of Python what Slack sent, or a whole event of it: in texts, wrappers and what is parsed from a raw body?
import type { Act } from './act.ts';
import { isAnotherByNow } from './another-by-now.ts';
import type { Program } from './program.ts';
import { lookUp } from './scope.ts';
import type { Expr } from './syntax.ts';
import { pathOf } from './value.ts';

const whole =
  /^(slack\.(body|event|message|payload|action|view|shortcut|command|args)|slack\.request\.payload|slack_sdk\.socket_mode[\w.]*\.SocketModeRequest(\.from_dict)?\(\)\.payload|http\.request\.(body|POST|data|json|form|query_params|json_body|(json|form|post|body|text|read)\(\))|chalice\.Chalice\(\)\.current_request\.(json_body|raw_body)|tornado\.web\.RequestHandler\(\)\.request\.body|lambda\.event(\.body)?|(flask|quart|bottle)\.request\.(json|get_json\(\)|data|form|get_data\(\))|(fastapi|starlette\.requests)\.Request\(\)\.(json|body)\(\))$/;

/** How a reader calls it; undefined where it is something else, or nobody can tell. */
export function payloadInPython(program: Program, expr: Expr, act: Act): string | undefined {
  if (expr.form === 'text') return first(expr.parts, program, act);
  // `"%s" % body`, `"got " + str(body)`
  if (expr.form === 'operation' && /^[%+]$/.test(expr.sign)) return first(expr.parts, program, act);
  if (expr.form === 'await') return payloadInPython(program, expr.value, act);
  const wrapped = wrappedIn(expr);
  if (wrapped) return first(wrapped, program, act);
  return isWhole(program, expr, act.scope, act) ? nameOf(program, expr, act) : undefined;
}

function first(parts: readonly Expr[], program: Program, act: Act): string | undefined {
  return parts.map((part) => payloadInPython(program, part, act)).find((one) => one !== undefined);
}

/** What only writes out what it is given: `json.dumps(x)`, `str(x)`, `"…{}".format(x)`. */
function wrappedIn(expr: Expr): readonly Expr[] | undefined {
  if (expr.form !== 'call') return undefined;
  const { callee, args } = expr;
  if (callee.form === 'name')
    return /^(str|repr|pformat|dict|parse_qsl?|unquote|unquote_plus)$/.test(callee.name)
      ? [...values(args.slice(0, 1))]
      : undefined;
  if (callee.form !== 'member') return undefined;
  if (callee.name === 'format' && callee.object.form === 'text') return values(args);
  return /^(stringify|dumps|pformat|parse_qsl?|unquote|unquote_plus)$/.test(callee.name ?? '')
    ? values(args.slice(0, 1))
    : undefined;
}

function values(args: readonly { readonly value: Expr }[]): Expr[] {
  return args.map(({ value }) => value);
}

function isWhole(program: Program, expr: Expr, scope: Act['scope'], act: Act | undefined, depth = 0): boolean {
  if (expr.form !== 'name' && expr.form !== 'member' && expr.form !== 'call') return false;
  if (act && expr.form === 'name' && isAnotherByNow(program, expr, act, whole))
    return isReadAgain(program, expr, act, depth);
  const value = program.evaluate(expr, scope);
  const path = pathOf(value) ?? '';
  if (whole.test(path)) return true;
  if (depth > 3) return false;
  // The event of a payload is as full of words as the payload.
  const outer = /^(.*)\.event$/.exec(path)?.[1];
  if (outer !== undefined && whole.test(outer) && outer !== 'slack.event') return true;
  const made = value?.is === 'outside' ? value.made : undefined;
  if (!made) return false;
  const [arg] = made.call.args;
  if (/^json\.loads\(\)$/.test(path) && arg) {
    const raw = undecoded(arg.value);
    return isWhole(program, raw, made.scope, undefined, depth + 1) || isPayloadField(program, raw, made.scope);
  }
  const { callee } = made.call;
  const isEvent =
    callee.form === 'member' && callee.name === 'get' && program.constant(arg?.value, made.scope) === 'event';
  return isEvent && callee.form === 'member' && isWhole(program, callee.object, made.scope, undefined, depth + 1);
}

/** `event = json.loads(event["body"])`: another value, and what Slack sent all the same. */
function isReadAgain(
  program: Program,
  { name, at }: Extract<Expr, { form: 'name' }>,
  { scope }: Act,
  depth: number,
): boolean {
  const before = lookUp(scope, name).flatMap((one) =>
    one.is === 'value' && one.value.at.start < at.start ? [one] : [],
  );
  return before.every(({ value, scope: home }) => {
    const isParsed =
      value.form === 'call' && value.callee.form === 'member' && value.callee.name === 'loads' && value.args[0];
    const raw = isParsed ? undecoded(isParsed.value) : undefined;
    return raw !== undefined && isWhole(program, raw, home, undefined, depth + 1);
  });
}

/** A click comes as a form with one field: `request.form["payload"]`, `request.POST.get("payload")`, `parse_qs(body)["payload"][0]`. */
function isPayloadField(program: Program, expr: Expr, scope: Act['scope']): boolean {
  if (expr.form === 'member' && expr.name === undefined) return isPayloadField(program, expr.object, scope);
  const value = program.evaluate(expr, scope);
  const path = pathOf(value) ?? '';
  if (/(\.(form|POST|values)|form\(\)|parse_qsl?\(\))\.payload$/.test(path)) return true;
  if (!/(\.(form|POST|values)|form\(\)|parse_qsl?\(\))\.get\(\)$/.test(path) || value?.is !== 'outside' || !value.made)
    return false;
  return program.constant(value.made.call.args[0]?.value, value.made.scope) === 'payload';
}

/** `raw` of `raw.decode("utf-8")`, `unquote(raw)`, `raw.strip("payload=")`. */
function undecoded(expr: Expr): Expr {
  if (expr.form !== 'call') return expr;
  const { callee, args } = expr;
  const name = callee.form === 'member' || callee.form === 'name' ? (callee.name ?? '') : '';
  const first = args[0]?.value;
  if (first && /^(unquote|unquote_plus|b64decode)$/.test(name)) return undecoded(first);
  return callee.form === 'member' && /^(decode|strip|lstrip|replace)$/.test(name) ? undecoded(callee.object) : expr;
}

function nameOf(program: Program, expr: Expr, act: Act): string {
  const path = (pathOf(program.evaluate(expr, act.scope)) ?? '').replace(
    /^(slack|http|lambda|flask|quart|bottle)\./,
    '',
  );
  if (whole.test(`slack.${path}`) || /^(request\.|event)/.test(path)) return path;
  return expr.form === 'name' || expr.form === 'member' ? (expr.name ?? 'the payload') : 'the payload';
}
