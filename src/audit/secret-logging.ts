// Is a token written into a log?
import type { AuditInput } from '../model/audit-input.ts';
import { shortName } from '../model/code/effects.ts';
import { isOnFailureSide } from '../model/code/failure-side.ts';
import { givenToSlack } from '../model/code/given-to-slack.ts';
import { installationIn, isStringify } from '../model/code/installation-tokens.ts';
import { locate } from '../model/code/locate.ts';
import { isLogCall } from '../model/code/log-calls.ts';
import type { Program } from '../model/code/program.ts';
import type { Scope } from '../model/code/scope.ts';
import type { Expr } from '../model/code/syntax.ts';
import { pathOf } from '../model/code/value.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly name: string;
}

export const secretLogging = defineRule<AuditInput, Args>({
  id: 'secret-logging',
  title: 'A token is written into the log',
  severity: 'warning',
  problem: 'A log is read by many and kept for long. Whoever finds the token there can act as the app.',
  fix: ['Log whether it is set, or a digest of it, never the token itself.'],
  check({ program }) {
    return program.calls.flatMap(({ call, scope }) => {
      const secret = isLogCall(program, call, scope)
        ? call.args
            .map(
              ({ value }) =>
                secretIn(value) ??
                boundIn(program, value, scope) ??
                holderIn(program, value, scope) ??
                (isOnFailureSide(scope, call.at) ? undefined : installationIn(program, value, scope)),
            )
            .find((one) => one !== undefined)
        : undefined;
      return secret ? [found(this.id, locate(scope.module, call.at), { name: secret })] : [];
    });
  },
  say: ({ name }) => `${name} is written into the log.`,
});

const secrets =
  /^((SLACK_)?VERIFICATION_TOKEN|verificationToken|SLACK_(BOT|APP|USER)_?TOKEN|SLACK_SIGNING_SECRET|SLACK_CLIENT_SECRET|SLACK_TOKEN|signingSecret|signing_secret|botToken|bot_token|appToken|app_token|clientSecret|client_secret|[sS][lL][aA][cC][kK]\w*([tT]oken|TOKEN|[sS]ecret|SECRET))$/;

/** Itself or inside a text; not its length, not whether it is there. */
function secretIn(expr: Expr): string | undefined {
  if (expr.form === 'name' || expr.form === 'member')
    return expr.name !== undefined && secrets.test(expr.name) ? expr.name : undefined;
  const named = fromEnvironment(expr);
  if (named !== undefined) return secrets.test(named) ? named : undefined;
  if (isBeginning(expr))
    return expr.form === 'call' && expr.callee.form === 'member' ? secretIn(expr.callee.object) : undefined;
  // `"token: {}".format(token)`
  if (expr.form === 'call' && expr.callee.form === 'member' && expr.callee.name === 'format')
    return expr.callee.object.form === 'text'
      ? expr.args.map(({ value }) => secretIn(value)).find((one) => one !== undefined)
      : undefined;
  if (expr.form === 'operation' && (expr.sign === '+' || (expr.sign === '%' && expr.parts[0]?.form === 'text')))
    return expr.parts.map(secretIn).find((one) => one !== undefined);
  if (expr.form !== 'text') return undefined;
  return expr.parts
    .map((part) =>
      everyExpr(part).length <= 4 || isBeginning(part) || fromEnvironment(part) !== undefined
        ? secretIn(part)
        : undefined,
    )
    .find((one) => one !== undefined);
}

/** `token` of `token = os.getenv("SLACK_BOT_TOKEN").strip()`, itself or as a part of a text of Python. */
function boundIn(program: Program, expr: Expr, scope: Scope): string | undefined {
  if (scope.module.language !== 'python') return ofEnvironment(program, expr, scope);
  if (expr.form === 'text' || (expr.form === 'operation' && expr.sign === '+'))
    return expr.parts.map((part) => boundIn(program, part, scope)).find((one) => one !== undefined);
  if (expr.form === 'name' || expr.form === 'call') {
    // An installation of slack_sdk as a table, with the tokens in it; as an object it shows nothing.
    const path = pathOf(program.evaluate(expr, scope)) ?? '';
    if (/^slack_sdk\.oauth[\w.]*\.(Installation|Bot)\(\)\.to_dict\(\)$/.test(path))
      return `${expr.form === 'name' ? expr.name : shortName(expr)} with its tokens`;
  }
  if (expr.form !== 'name' && expr.form !== 'member') return undefined;
  if (expr.form === 'name' && givenToSlack(program, scope).has(expr.name)) return expr.name;
  const value = program.evaluate(expr, scope);
  const made = value?.is === 'outside' ? value.made : undefined;
  return made && expr.name !== undefined && readFrom(made.call) ? expr.name : undefined;
}

/** `const token = process.env.SLACK_BOT_TOKEN`, itself or as a part of a text. */
function ofEnvironment(program: Program, expr: Expr, scope: Scope): string | undefined {
  if (expr.form === 'text')
    return expr.parts.map((part) => ofEnvironment(program, part, scope)).find((one) => one !== undefined);
  if (expr.form !== 'name' && expr.form !== 'member') return undefined;
  const [, name = ''] =
    /^global\.(?:process|Bun|Deno)\.env\.(\w+)$/.exec(pathOf(program.evaluate(expr, scope)) ?? '') ?? [];
  return secrets.test(name) ? expr.name : undefined;
}

function readFrom(call: Extract<Expr, { form: 'call' }>): boolean {
  const named = fromEnvironment(call);
  if (named !== undefined) return secrets.test(named);
  const { callee } = call;
  const inner = callee.form === 'member' && callee.name === 'strip' ? callee.object : undefined;
  return inner?.form === 'call' && readFrom(inner);
}

/** `os.environ.get("X")`, `os.getenv("X")`, `process.env.X` is a member. */
function fromEnvironment(expr: Expr): string | undefined {
  if (expr.form !== 'call' || expr.callee.form !== 'member') return undefined;
  const { name, object } = expr.callee;
  const isRead = name === 'getenv' || (name === 'get' && object.form === 'member' && object.name === 'environ');
  const key = isRead ? expr.args[0]?.value : undefined;
  return key?.form === 'text' ? key.value : undefined;
}

/** So much of a key that the rest is sooner guessed; a token begins with what all tokens begin with. */
function isBeginning(expr: Expr): boolean {
  if (expr.form !== 'call' || expr.callee.form !== 'member') return false;
  if (!/^(substring|substr|slice)$/.test(expr.callee.name ?? '')) return false;
  const { object } = expr.callee;
  const [from, to] = expr.args.map(({ value }) => (value.form === 'literal' ? value.value : undefined));
  const name = object.form === 'name' || object.form === 'member' ? (object.name ?? '') : '';
  return /secret/i.test(name) && from === 0 && typeof to === 'number' && to >= 6;
}

/** What stands for an object with a token or a secret in one of its fields. */
function holderIn(program: Program, expr: Expr, scope: Scope): string | undefined {
  if (expr.form === 'call') {
    const inner = isStringify(expr) ? expr.args[0]?.value : undefined;
    if (inner) return holderIn(program, inner, scope);
    // A function of the project that gives one.
    if (!program.calledFunction(expr, scope)) return configIn(program, expr, scope);
  } else if (expr.form !== 'name' && expr.form !== 'member') return undefined;
  const value = program.evaluate(expr, scope);
  if (value?.is !== 'plain') return configIn(program, expr, scope);
  if (value.expr.form === 'call' || value.expr.form !== 'object') return undefined;
  const { entries } = value.expr;
  const isForSlack = entries.some(({ key }) => key !== undefined && ofCall.test(key));
  // `{ slack: { botToken } }`
  const inside = scope.module.language === 'python' ? [] : entries.flatMap(({ value: one }) => entriesOf(one));
  const field = [...entries, ...inside].find(
    ({ key, value: inner }) => key !== undefined && (holds(key, inner) || (isForSlack && isToken(key, inner))),
  );
  const name = expr.form === 'call' ? shortName(expr) : expr.name;
  return field && name !== undefined ? `${name}.${field.key}` : undefined;
}

function entriesOf(expr: Expr): Extract<Expr, { form: 'object' }>['entries'] {
  return expr.form === 'object' ? expr.entries : [];
}

/** Arguments of the Web API, with the token among them. */
const ofCall = /^(channel|view|view_id|trigger_id|user_id|dialog|blocks|attachments)$/;

function isToken(key: string, { form }: Expr): boolean {
  return key === 'token' && /^(name|member|call|operation)$/.test(form);
}

/** `config.get('slack')` of https://www.npmjs.com/package/config: all that is set under that name. */
function configIn(program: Program, expr: Expr, scope: Scope): string | undefined {
  const value = program.evaluate(expr, scope);
  if (value?.is !== 'outside' || value.path !== 'config.get()' || !value.made) return undefined;
  const name = program.constant(value.made.call.args[0]?.value, value.made.scope);
  return typeof name === 'string' && /^slack[-_]?(config|settings|credentials|tokens?|secrets?)?$/i.test(name)
    ? `the configuration ${name}`
    : undefined;
}

function holds(key: string, value: Expr): boolean {
  const fromEnvironment = value.form === 'member' && value.name !== undefined && secrets.test(value.name);
  return fromEnvironment && (secrets.test(key) || /^(token|secret)$/.test(key));
}
