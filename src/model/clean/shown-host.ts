// How a host of the configuration is shown. The gate masks addresses in figures, since they are mostly those of people; of two
// configured servers a reader must be able to tell which one is meant, so their addresses are written like names of hosts.
import { isIpv4, isOwnMachine } from './addresses.ts';

/** `10.9.8.7` as `ip-10-9-8-7`, `fd00::1` as `ip-fd00--1`; a name, and the machine's own address, as they are. */
export function shownHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const isAddress = bare.includes(':') || (/^\d{1,3}(\.\d{1,3}){3}$/.test(bare) && isIpv4(bare));
  return isAddress && !isOwnMachine(bare) ? `ip-${bare.replaceAll(/[.:%]/g, '-')}` : host;
}

/** The same for the hosts of the addresses in a text: `redis://10.9.8.7:6379/0`. */
export function withShownHosts(text: string): string {
  return text.replaceAll(
    /(:\/\/(?:[^/?#\s@]*@)?)(\[[^\]\s]+\]|[^:/?#\s@]+)/g,
    (_, before: string, host: string) => `${before}${shownHost(host)}`,
  );
}
