// Functions of Lambda that another one of the project invokes and leaves: nobody waits for what they answer, and nobody sends to them.
import { returnsOf } from './calls.ts';
import { readsField } from './handler-reads.ts';
import type { Program } from './program.ts';
import type { Func } from './syntax.ts';

/**
 * It gives nothing back, and elsewhere something is invoked that nobody waits for; or it gets a whole request, to which a gateway
 * takes no empty answer. https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function isInvoked(program: Program, handler: Func): boolean {
  if (returnsOf(handler).some((value) => value.form !== 'literal' || value.value !== null)) return false;
  if (readsField(handler, [], /^body$/)) return true;
  const own = program.inside(handler)?.module;
  return program.calls.some(({ call: { callee, args }, scope }) => {
    if (scope.module === own || scope.module.language !== 'python' || callee.form !== 'member') return false;
    if (callee.name === 'invoke_async') return true;
    const type = args.find(({ keyword }) => keyword === 'InvocationType')?.value;
    return callee.name === 'invoke' && type !== undefined && program.constant(type, scope) === 'Event';
  });
}
