// A server that listens, or the reason why it cannot.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export function listening(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}
