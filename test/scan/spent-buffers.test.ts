// What was read to its end is given back; what is still written to, or shared with others, is left alone.
import { expect, it } from 'vitest';
import { giveBack, SpentBuffers } from '../../src/scan/spent-buffers.ts';

it('frees a buffer with the chunk that ends it, and no other', () => {
  const spent = new SpentBuffers();
  const whole = Buffer.allocUnsafeSlow(1 << 20);
  spent.free(whole.subarray(0, 1000));
  expect(whole.byteLength).toBe(1 << 20);
  spent.free(whole.subarray(1000));
  expect(whole.byteLength).toBe(0);
  // All small buffers lie in one that they share.
  const shared = Buffer.allocUnsafe(16);
  const end = Buffer.from(shared.buffer, shared.buffer.byteLength - 16);
  spent.free(end);
  expect(shared.byteLength).toBe(16);
  spent.close();
});

it('gives back arrays at once, each whole', () => {
  const arrays = [new Uint32Array(1 << 16), new Uint16Array(4), new Int32Array(0)];
  const kept = new Uint8Array(4);
  giveBack(arrays);
  expect(arrays.map(({ length }) => length)).toEqual([0, 0, 0]);
  expect(kept).toHaveLength(4);
  giveBack([]);
});
