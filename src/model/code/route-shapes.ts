// What a function that nobody registers in sight is told by: its parameters, and what it gives back.
import { returnsOf } from './calls.ts';
import type { Program } from './program.ts';
import type { Indexed, Scope } from './scope.ts';
import type { Func } from './syntax.ts';

/** `exports.book = async (event) => …` that gives a status code back: a function of its own in the deployment. */
export function isLambda(program: Program, fn: Func, scope: Scope): boolean {
  const [first, , ...more] = fn.parameters.map(({ pattern }) => pattern.name);
  if (first !== 'event' || more.length > 1) return false;
  return returnsOf(fn).some((one) => program.fieldOf(one, 'statusCode', scope) !== undefined);
}

/** `export default function handler(req, res)`, mounted somewhere else or by the platform, and never handed on here. */
export function isOfExpress(program: Program, fn: Func, module: Indexed['module']): boolean {
  const [request, response, ...more] = fn.parameters.map(({ pattern }) => pattern.name ?? '');
  if (!/^_?req(uest)?$/.test(request ?? '') || !/^_?res(ponse)?$/.test(response ?? '') || more.length > 0) return false;
  const scope = program.indexOf(module)?.scope;
  return (
    scope !== undefined &&
    program.callersOf(fn).length === 0 &&
    module.exports.some(({ value }) => {
      const own = program.evaluate(value, scope);
      return own?.is === 'function' && own.fn === fn;
    })
  );
}
