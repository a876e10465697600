// An address as it is shown: without a login, a query and what a vendor's form makes secret in its path.
import { shownHost } from './shown-host.ts';
import { masked } from './spans.ts';

/** Webhooks whose path is the credential: Bitrix24, Slack, Discord, Zapier, Teams, Telegram. The secret is the last group that matched. */
export const secretInPath =
  /\/(?:rest\/\d{1,10}|services\/T\w{1,20}\/B\w{1,20}|api(?:\/v\d{1,2})?\/webhooks\/\d{5,20}|hooks\/catch\/\d{1,12}|webhook(?:b2)?\/[\w@-]{1,200}\/IncomingWebhook)\/([\w-]{10,}(?:\/[\w-]{20,})?)|\/bot\d{5,20}:([\w-]{20,})/g;

export function shownPath(path: string): string {
  return path.replace(secretInPath, (whole, ...groups: (string | undefined)[]) => {
    const secret = groups[0] ?? groups[1] ?? '';
    return `${whole.slice(0, whole.length - secret.length)}${masked}`;
  });
}

/** Two addresses that differ only in a secret are shown alike. */
export function shownAddress(url: string): string {
  const { protocol, hostname, port, host, pathname } = new URL(url);
  // Nobody who does not know the path may post there.
  const path = /^hooks\.slack(-gov)?\.com$/.test(host) && pathname !== '/' ? `/${masked}` : shownPath(pathname);
  return `${protocol}//${shownHost(hostname)}${port === '' ? '' : `:${port}`}${path.replace(/\/+$/, '')}`;
}
