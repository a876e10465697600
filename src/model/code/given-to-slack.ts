// Which names of a module hold a token or a secret of Slack's, told from what they are handed to.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import { pathOf } from './value.ts';

const clients =
  /^(slack_sdk[\w.]*\.(Async)?WebClient|slack\.WebClient|slackclient\.SlackClient|slacker\.Slacker|slack_bolt[\w.]*\.(Async)?App|slackeventsapi\.SlackEventAdapter)$/;
const given = new WeakMap<Scope['module'], ReadonlySet<string>>();

/** Names of a module that a client or an app of Slack is made with: `WebClient(api_token)`. */
export function givenToSlack(program: Program, { module }: Scope): ReadonlySet<string> {
  const before = given.get(module);
  if (before) return before;
  const names = new Set(
    (program.indexOf(module)?.calls ?? []).flatMap(({ call, scope }) =>
      clients.test(pathOf(program.evaluate(call.callee, scope)) ?? '')
        ? call.args.flatMap(({ value, keyword }) =>
            value.form === 'name' && /token|secret/i.test(value.name) && /^(token|signing_secret|)$/.test(keyword ?? '')
              ? [value.name]
              : [],
          )
        : [],
    ),
  );
  given.set(module, names);
  return names;
}
