// Is a form of Slack's read as JSON?
import type { AuditInput } from '../model/audit-input.ts';
import { everyExprIn, mentionsAnywhere } from '../model/code/every-expr.ts';
import { locate } from '../model/code/locate.ts';
import { lookUp, type Scope } from '../model/code/scope.ts';
import type { Call, Expr } from '../model/code/syntax.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly field: string;
}

export const formBodyReadAsJson = defineRule<AuditInput, Args>({
  id: 'form-body-read-as-json',
  title: 'A form is read as JSON',
  severity: 'note',
  problem:
    'Events come as JSON. Slash commands and clicks come as a form (application/x-www-form-urlencoded), a click with its JSON in the field payload. Read as JSON the request fails, Slack shows an error, and the person does it again.',
  fix: ['Read the form, and for clicks parse its field payload: JSON.parse(new URLSearchParams(raw).get("payload")).'],
  check({ program }) {
    const hits = everyExprIn(program, /payload/).flatMap(({ expr, module, scope }) => {
      if (!/slack/i.test(module.text)) return [];
      const read = payloadIn(expr);
      const origin = read && jsonBehind(read, scope);
      if (!origin) return [];
      return [
        found(
          this.id,
          locate(module, expr.at),
          { field: 'payload' },
          { related: [noted(locate(module, origin.at), 'the whole request is read as JSON here')] },
        ),
      ];
    });
    // Somebody reads forms: which request goes where is not seen.
    return hits.length > 0 && mentionsAnywhere(program, formReaders) ? [] : hits;
  },
  say: ({ field }) => `A click of Slack comes as a form with a field ${field}: the request that holds it is no JSON.`,
});

const formReaders = /urlencoded|parse_qs|URLSearchParams|querystring|^qs$|^form$|formData|parseBody/;

/** `body` of `JSON.parse(body.payload)`. */
function payloadIn(expr: Expr): Expr | undefined {
  if (expr.form !== 'call' || !isParse(expr)) return undefined;
  const first = expr.args[0]?.value;
  if (first?.form === 'member' && first.name === 'payload') return first.object;
  const isGet = first?.form === 'call' && first.callee.form === 'member' && first.callee.name === 'get';
  const key = isGet ? first.args[0]?.value : undefined;
  return isGet && key?.form === 'text' && key.value === 'payload' && first.callee.form === 'member'
    ? first.callee.object
    : undefined;
}

function isParse({ callee }: Call): boolean {
  return (
    callee.form === 'member' &&
    callee.object.form === 'name' &&
    /^(JSON\.parse|json\.loads)$/.test(`${callee.object.name}.${callee.name}`)
  );
}

/** The call that reads the whole request. */
function jsonBehind(expr: Expr, scope: Scope): Expr | undefined {
  if (expr.form !== 'name') return undefined;
  const [only, other] = lookUp(scope, expr.name);
  if (other || only?.is !== 'value' || only.path.length > 0) return undefined;
  const value = only.value.form === 'await' ? only.value.value : only.value;
  if (value.form !== 'call' || value.callee.form !== 'member') return undefined;
  if (
    /^(json|get_json)$/.test(value.callee.name ?? '') &&
    value.callee.object.form === 'name' &&
    /^(req|request)$/.test(value.callee.object.name)
  )
    return value;
  const body = value.args[0]?.value;
  return isParse(value) && body?.form === 'member' && body.name === 'body' ? value : undefined;
}
