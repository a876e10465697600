// What a function that nobody registers in sight is told by: its parameters, and what it gives back.
import { returnsOf } from './calls.ts';
import type { Program } from './program.ts';
import type { CallSite, Scope } from './scope.ts';
import type { Func } from './syntax.ts';

/** What each framework hands to its handlers, by place. */
export const givenBy: Readonly<Record<string, readonly string[] | undefined>> = {
  express: ['http.request', 'http.response', 'http.next'],
  unseen: ['http.request', 'http.response'],
  lambda: ['lambda.event', 'lambda.context', 'lambda.callback'],
  next: ['http.request', 'http.response'],
  worker: ['http.request'],
  django: ['http.request'],
};

/** `exports.book = async (event) => …` that gives a status code back: a function of its own in the deployment. */
export function isLambda(program: Program, fn: Func, scope: Scope): boolean {
  const [first, second, ...more] = fn.parameters.map(({ pattern }) => pattern.name);
  if (first !== 'event' || more.length > 1) return false;
  // Before functions could be async, and nobody else is called with these three.
  if (/^_?(context|ctx)$/.test(second ?? '') && /^_?(callback|cb|done)$/.test(more[0] ?? '')) return true;
  return returnsOf(fn).some((one) => program.fieldOf(one, 'statusCode', scope) !== undefined);
}

/** `(req, res) => …` that nobody here calls and nobody wraps: it is mounted in a way that cannot be followed, or by the platform. */
export function isOfExpress(program: Program, fn: Func): boolean {
  const [request, response, ...more] = fn.parameters.map(({ pattern }) => pattern.name ?? '');
  if (!/^_?req(uest)?$/.test(request ?? '') || !/^_?(res(ponse)?|reply)$/.test(response ?? '') || more.length > 0)
    return false;
  const module = program.inside(fn)?.module;
  return (
    program.callersOf(fn).length === 0 && !(module && program.indexOf(module)?.calls.some((site) => wraps(site, fn)))
  );
}

/** `wrap(handler)`; a method that is handed a handler registers it. */
function wraps({ call: { callee, args } }: CallSite, fn: Func): boolean {
  if (callee.form !== 'name') return false;
  return args.some(
    ({ value }) =>
      (value.form === 'function' && value.fn === fn) ||
      (fn.name !== undefined && value.form === 'name' && value.name === fn.name),
  );
}

/** It is exported as it stands: nothing can be seen to stand in front of it. */
export function isExported(program: Program, fn: Func): boolean {
  const module = program.inside(fn)?.module;
  const scope = module && program.indexOf(module)?.scope;
  if (!module || !scope) return false;
  return module.exports.some(({ value }) => {
    const own = program.evaluate(value, scope);
    return own?.is === 'function' && own.fn === fn;
  });
}
