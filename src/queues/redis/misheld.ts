// Keys of a queue under which something else lies, as gaps: what stands beside them was read.
import type { Unseen } from '../../model/queue.ts';
import type { RedisReader } from '../../redis/reader.ts';

const shown = 5;

export function misheldIn(...readers: readonly Pick<RedisReader, 'misheld'>[]): Unseen[] {
  const keys = [...new Set(readers.flatMap((reader) => reader.misheld()))].sort();
  const more = keys.length > shown ? ` and ${keys.length - shown} more keys` : '';
  if (keys.length === 0) return [];
  const [hold, were] = keys.length === 1 ? ['holds', 'was'] : ['hold', 'were'];
  return [
    {
      reason: `${keys.slice(0, shown).join(', ')}${more} ${hold} something else than a queue keeps there (WRONGTYPE), and ${were} passed over`,
      wouldSettle: 'which jobs should stand there',
    },
  ];
}
