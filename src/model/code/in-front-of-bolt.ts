// What stands between the wire and Bolt, and may drop an event before Bolt sees it.
import type { Act } from './act.ts';
import { actsOf } from './acts.ts';
import type { Program } from './program.ts';
import { givenBy } from './route-shapes.ts';
import type { Func } from './syntax.ts';
import { pathOf } from './value.ts';

/** Bolt behind a route answers by itself. */
const adapters =
  /SlackRequestHandler\(\)\.\w+$|AwsLambdaReceiver|ExpressReceiver|HTTPReceiver|\.App\(\)\.(start|dispatch|processEvent)$|verifySlackRequest.*handle|^@vercel\/slack-bolt\.createHandler(\(\))?$/;

export function isAdapter(path: string): boolean {
  return adapters.test(path);
}

export function handsToBolt(acts: readonly Act[]): boolean {
  return acts.some(({ path }) => path !== undefined && isAdapter(path));
}

/** What a guard in front of Bolt remembers. */
export const eventIds = /event_?id|client_?msg_?id|event_?ts/i;

/** Functions that hand to Bolt what they do not drop themselves, in modules with that word. */
export function inFrontOfBolt(program: Program, word: RegExp): { readonly acts: readonly Act[] }[] {
  const mounted = mountedBefore(program).filter(({ text }) => word.test(text));
  const handing = program.modules
    .filter(({ module }) => word.test(module.text) && behind.test(module.text))
    .flatMap(({ functions }) => functions.map(({ fn }) => ({ acts: actsOf(program, fn) })))
    .filter(({ acts }) => handsToBolt(acts));
  return [...mounted.map(({ fn }) => ({ acts: actsOf(program, fn) })), ...handing];
}

/** `receiver.router.use((req, res, next) => …)` */
function mountedBefore(program: Program): { readonly fn: Func; readonly text: string }[] {
  return program.calls.flatMap(({ call, scope }) => {
    if (call.callee.form !== 'member' || call.callee.name !== 'use' || scope.module.language === 'python') return [];
    if (!ofReceiver.test(pathOf(program.evaluate(call.callee, scope)) ?? '')) return [];
    return call.args.flatMap(({ value }) => {
      const own = program.evaluate(value, scope);
      if (own?.is !== 'function' || own.fn.parameters.length !== 3) return [];
      program.give(own.fn, (index) => givenBy.express?.[index]);
      return [{ fn: own.fn, text: own.scope.module.text }];
    });
  });
}

const ofReceiver = /^@slack\/bolt\.ExpressReceiver\(\)\.(router|app)\.use$/;

/** A handler may be made in another module: then it is called so. */
const behind =
  /SlackRequestHandler|slack-bolt|AwsLambdaReceiver|ExpressReceiver|HTTPReceiver|processEvent|dispatch|\.handle\(/i;
