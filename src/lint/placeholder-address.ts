// Does a request URL lead to a developer's machine, or nowhere?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const placeholderAddress = defineRule<LintInput, { readonly host: string; readonly kind: Kind }>({
  id: 'placeholder-address',
  title: 'An address that is a tunnel or a placeholder',
  severity: 'warning',
  problem:
    'A tunnel ends with the developer who opened it: Slack then repeats every event three times and gets no answer, and after a while switches the subscription off. A placeholder was never filled in.',
  fix: ['Name the address of the deployed receiver.', 'For development use an app of its own, with Socket Mode.'],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ addresses, socketMode }) =>
      socketMode.on
        ? []
        : addresses.flatMap(({ name, location }) => {
            const kind = kindOf(name);
            return kind ? [found(this.id, location, { host: hostOf(name), kind })] : [];
          }),
    );
  },
  say: ({ host, kind }) =>
    ({
      tunnel: `${host} is a tunnel to somebody's machine: when it closes, Slack repeats every event and nobody answers.`,
      local: `${host} is the machine itself, which Slack cannot reach.`,
      placeholder: `${host} is a placeholder that nobody has filled in.`,
    })[kind],
});

type Kind = 'tunnel' | 'local' | 'placeholder';

const tunnels =
  /(^|\.)(ngrok(-free)?\.(io|app|dev)|ngrok\.com|trycloudflare\.com|loca\.lt|localhost\.run|serveo\.net|lhr\.life|tunnelmole\.net|devtunnels\.ms|localtunnel\.me|smee\.io)$/;
const local = /^(localhost|127\.0\.0\.1|0\.0\.0\.0)$/;
const placeholders =
  /(^|\.)(example\.(com|org|net)|your-?(domain|host|url|server|app|site|own)[\w.-]*|changeme[\w.-]*|mydomain\.\w+|domain\.com)$|[<{[]|^your[-_]|^(example|placeholder|todo|xxx)\./i;

function kindOf(address: string): Kind | undefined {
  const host = hostOf(address);
  if (tunnels.test(host)) return 'tunnel';
  if (local.test(host)) return 'local';
  return placeholders.test(host) ? 'placeholder' : undefined;
}

function hostOf(address: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(address)?.[1]?.replace(/:\d+$/, '') ?? address;
}
