// Listeners of slack_sdk's Socket Mode client for Python: each gets every envelope and acknowledges it itself.
import { functionAt } from './function-at.ts';
import { locate } from './locate.ts';
import type { Program } from './program.ts';
import type { CallSite } from './scope.ts';
import type { Listener } from './slack-app.ts';
import type { Func } from './syntax.ts';
import { pathOf } from './value.ts';

const list =
  /^slack_sdk\.socket_mode(\.\w+)*\.SocketModeClient\(\)\.(socket_mode_request|message)_listeners\.(append|insert)$/;

export const socketMethod = 'socket_mode_request_listeners';

export function socketListener(program: Program, site: CallSite): Omit<Listener, 'acts'>[] {
  const { call, scope } = site;
  const last = call.args.at(-1);
  if (!last || !list.test(pathOf(program.evaluate(call.callee, scope)) ?? '')) return [];
  const found = functionAt(program, last.value, scope);
  return [
    {
      ...{ kind: 'event', method: socketMethod, language: 'python', app: undefined, wanted: undefined },
      ...{ handler: found?.fn, isWrapped: found?.isWrapped ?? true, extras: [], lazy: [], site },
      location: locate(scope.module, call.at),
    },
  ];
}

/** It hands over the client and the envelope, by place, and the listeners of every message its text as well. */
export function giveEnvelope(program: Program, fn: Func): void {
  const own = fn.parameters[0]?.pattern.name === 'self' ? 1 : 0;
  program.give(fn, (index) => ['slack.socket', 'slack.request', 'slack.request.payload'][index - own]);
}
