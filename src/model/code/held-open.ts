// Is the HTTP answer held back until all listeners have ended?
import type { Location } from '../rule.ts';
import { locate } from './locate.ts';
import type { Program } from './program.ts';
import type { Listener } from './slack-app.ts';
import { pathOf } from './value.ts';

/** The place that says so; undefined where nothing does. */
export function isHeldOpen(program: Program, { app, lazy }: Listener): Location | undefined {
  if (!app || lazy.length > 0) return undefined;
  // It emits the event, and only then makes the response: https://github.com/slackapi/python-slack-events-api, server.py.
  if (app.kind === 'events-adapter') return app.location;
  const { call, scope } = app;
  // It answers before it emits, unless it is told to let a listener do it.
  if (app.kind === 'emitter') {
    const waits = program.fieldOf(call.args[1]?.value, 'waitForResponse', scope);
    return waits && program.constant(waits.value, waits.scope) === true
      ? locate(waits.scope.module, waits.value.at)
      : undefined;
  }
  if (scope.module.language === 'python') {
    const flag = call.args.find(({ keyword }) => keyword === 'process_before_response');
    return flag && program.constant(flag.value, scope) === true ? locate(scope.module, flag.value.at) : undefined;
  }
  const options = call.args[0]?.value;
  const flag = program.fieldOf(options, 'processBeforeResponse', scope);
  if (flag && program.constant(flag.value, flag.scope) === true) return locate(flag.scope.module, flag.value.at);
  const receiver = program.fieldOf(options, 'receiver', scope);
  const made = receiver && program.evaluate(receiver.value, receiver.scope);
  if (!receiver || pathOf(made) === undefined) return undefined;
  if (/AwsLambdaReceiver\(\)$/.test(pathOf(made) ?? '')) return locate(receiver.scope.module, receiver.value.at);
  const inner =
    made?.is === 'outside' && made.made
      ? program.fieldOf(made.made.call.args[0]?.value, 'processBeforeResponse', made.made.scope)
      : undefined;
  return inner && program.constant(inner.value, inner.scope) === true
    ? locate(inner.scope.module, inner.value.at)
    : undefined;
}
