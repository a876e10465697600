// Is one envelope handled under two names?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { pathOf } from '../model/code/value.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly name: string;
}

export const doubleEmitter = defineRule<AuditInput, Args>({
  id: 'double-emitter',
  title: 'The socket client emits every payload twice',
  severity: 'note',
  problem:
    'The Socket Mode client for Node emits each event under its own name and again as slack_event (commands and interactivity likewise). Listening to both handles everything twice.',
  fix: ['Listen either to slack_event or to the names, never to both.'],
  check({ program }) {
    const sites = program.calls.flatMap(({ call, scope }) => {
      if (pathOf(program.evaluate(call.callee, scope)) !== '@slack/socket-mode.SocketModeClient().on') return [];
      const name = program.constant(call.args[0]?.value, scope);
      return typeof name === 'string' ? [{ name, location: locate(scope.module, call.at) }] : [];
    });
    const all = sites.find(({ name }) => name === 'slack_event');
    if (!all) return [];
    return sites
      .filter(({ name }) => !connection.test(name))
      .map(({ name, location }) =>
        found(this.id, location, { name }, { related: [noted(all.location, 'and again here, with all others')] }),
      );
  },
  say: ({ name }) => `${name} is handled here and again as slack_event.`,
});

/** Names that tell about the connection and carry no payload. */
const connection =
  /^(slack_event|connect(ing|ed)?|authenticated|reconnecting|disconnect(ing|ed)?|error|close|ready|unable_to_socket_mode_start)$/;
