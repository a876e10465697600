// One message, however its ts was written.
import { expect, test } from 'vitest';
import { wholeTs } from '../../src/model/ts.ts';

test.each([
  ['1795899999.000200', '1795899999.000200'],
  ['1795899999.0002', '1795899999.000200'],
  ['1795899999000200', '1795899999.000200'],
  ['1795899999.0', '1795899999.000000'],
  ['1795899999', '1795899999'],
  ['179589999.0002', '179589999.0002'],
  ['yesterday', 'yesterday'],
])('%s is %s', (text, ts) => expect(wholeTs(text)).toBe(ts));
