// A stored event as the frozen request of an operation: the few kept headers, and the body byte for byte.
import * as z from 'zod/mini';
import type { WorkEvent } from '../worker/plan.ts';

export interface Frozen {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const headersShape = z.record(z.string(), z.string());
const lineEnd = 0x0a;

export function freeze({ headers, body }: Pick<WorkEvent, 'headers' | 'body'>): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), body]);
}

/** Throws for bytes that `freeze` never made. */
export function thaw(request: Uint8Array): Frozen {
  const end = request.indexOf(lineEnd);
  const headers = headersShape.parse(JSON.parse(Buffer.from(request.subarray(0, Math.max(0, end))).toString('utf8')));
  return { headers, body: request.subarray(end + 1) };
}
