// What was read to its end is given back; what is still written to, or shared with others, is left alone.
import { expect, it } from 'vitest';
import { SpentBuffers } from '../../src/scan/spent-buffers.ts';

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
