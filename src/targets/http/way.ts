// The way to a target: the proxy that the environment names, a private authority, a certificate. What cannot be meant is told here.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DedupeError } from '../../errors.ts';
import type { TargetWorld } from '../../model/target.ts';
import type { ClientSettings } from './client.ts';

/** Undefined: none is named. Throws DEDUPE_CONFIG_INVALID, without its value: a proxy's address may hold a password. */
export function proxyFor(protocol: string, { env, name }: TargetWorld): string | undefined {
  const http = ['http_proxy', 'HTTP_PROXY'];
  const variables = protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY', ...http] : http;
  const variable = variables.find((one) => env[one]);
  if (variable === undefined) return undefined;
  const given = env[variable] ?? '';
  // As other programs read it: a host and a port alone are a proxy that is spoken to over HTTP.
  const address = given.includes('://') ? given : `http://${given}`;
  if (isProxy(address)) return address;
  throw new DedupeError('DEDUPE_CONFIG_INVALID', `target ${name}: ${variable} is no address of a proxy (not shown)`, {
    hint: 'Such as http://proxy.example:3128; name and password in it are percent-encoded.',
  });
}

function isProxy(address: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(address);
    decodeURIComponent(`${username}:${password}`);
    return /^(https?|socks5?):$/.test(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

/** Throws DEDUPE_FILE_UNREADABLE, naming the file that is not there or is not what it has to be. */
export async function tlsOf({ ca_file, cert_file, key_file }: ClientSettings, { folder, name }: TargetWorld) {
  const { createSecureContext } = await import('node:tls');
  const read = (file: string, is: (content: Buffer) => unknown, what: string) => {
    const refused = (why: string, cause?: unknown) =>
      new DedupeError('DEDUPE_FILE_UNREADABLE', `target ${name}: ${file} ${why}`, { cause });
    let content: Buffer;
    try {
      content = readFileSync(resolve(folder, file));
    } catch (cause) {
      throw refused('cannot be read', cause);
    }
    try {
      // An authority without a certificate would be passed over without a word.
      if (is(content) !== false) return content;
    } catch (cause) {
      throw refused(`is no ${what}`, cause);
    }
    throw refused(`is no ${what}`);
  };
  const ca = (content: Buffer) => content.includes('-----BEGIN ') && createSecureContext({ ca: content });
  const own = (content: Buffer) => createSecureContext({ cert: content });
  const cert = cert_file === undefined ? undefined : read(cert_file, own, 'certificate in PEM');
  const pair = (key: Buffer) => createSecureContext({ key, ...(cert && { cert }) });
  return {
    ...(ca_file === undefined ? {} : { ca: read(ca_file, ca, 'certificate in PEM') }),
    ...(cert && { cert }),
    ...(key_file === undefined
      ? {}
      : { key: read(key_file, pair, cert ? 'key in PEM of the certificate in cert_file' : 'key in PEM') }),
  };
}
