// Memory of buffers that were read, given back at once: otherwise tens of MiB of them wait for a garbage collector that is seldom called.
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** A message to a port that is closed takes its buffers along, and is gone. */
export class SpentBuffers {
  readonly #nowhere: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    this.#nowhere = port1;
    this.#nowhere.unref();
  }

  /** `chunk` may end the buffer that it lies in, and nobody reads any part of that again. One that does not changes nothing. */
  free(chunk: Buffer): void {
    const { buffer, byteOffset, length } = chunk;
    const isOwn = buffer.byteLength > Buffer.poolSize;
    if (isOwn && byteOffset + length === buffer.byteLength)
      this.#nowhere.postMessage(undefined, [buffer as ArrayBuffer]);
  }

  close(): void {
    this.#nowhere.close();
  }
}

/** The memory of these arrays; nobody reads them again. None of them shares it with another. */
export function giveBack(arrays: readonly (Uint8Array | Uint16Array | Uint32Array | Int32Array)[]): void {
  const spent = new MessageChannel();
  spent.port2.close();
  spent.port1.unref();
  spent.port1.postMessage(
    undefined,
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
  spent.port1.close();
}
