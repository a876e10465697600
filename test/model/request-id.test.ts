// Is a counter of requests told from an id that was drawn?
import { expect, test } from 'vitest';
import { isUniqueRequest } from '../../src/model/request-id.ts';

test.each(['1', '417', '1234567', 'req-1', 'req-1f', 'req-zzzz', 'req-1z2x9', 'request-12345678'.slice(0, 11)])(
  '%s may be counted',
  (id) => expect(isUniqueRequest(id)).toBe(false),
);

test.each(['req-7f3a91', 'a1b2c3', 'r:9f86d081', '7f3a91c2', '4bf92f3577b34da6', '123456789012'])(
  '%s means one request',
  (id) => expect(isUniqueRequest(id)).toBe(true),
);
