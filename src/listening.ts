// A server that listens, or the reason why it cannot: the address is somebody's choice, and no fault of this program.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DedupeError } from './errors.ts';

/** Throws DEDUPE_LISTEN_REFUSED, with the address and what can be done. `port` 0: any free one. */
export function listening(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refused(error, placeText(host, port))));
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

function placeText(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function refused(error: NodeJS.ErrnoException, place: string): unknown {
  const [why, hint] = reasons[error.code ?? ''] ?? [];
  if (why === undefined) return error;
  return new DedupeError('DEDUPE_LISTEN_REFUSED', `cannot listen on ${place}: ${why}`, {
    hint: hint ?? '',
    cause: error,
  });
}

/** Of listen(2) and of the look-up of the name. */
const reasons: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  EADDRINUSE: ['another process listens there', 'End that process, or choose another port; port 0 takes any free one.'],
  EADDRNOTAVAIL: [
    'this machine has no such address',
    'Choose an address of this machine: 127.0.0.1 for itself alone, 0.0.0.0 for everybody.',
  ],
  EACCES: ['this user may not take that port', 'Choose a port above 1023, or let something in front take the low one.'],
  ENOTFOUND: ['its name is not known', 'Choose an address of this machine, such as 127.0.0.1.'],
  EAI_AGAIN: ['its name cannot be looked up now', 'Choose an address of this machine, such as 127.0.0.1.'],
  EAFNOSUPPORT: ['this machine has no addresses of that family', 'Choose an address such as 127.0.0.1.'],
};
