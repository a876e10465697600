// Keys of a queue under which something else lies: gaps beside what else was read, and the end of a survey.
import { DedupeError } from '../../errors.ts';
import type { Unseen } from '../../model/queue.ts';
import type { QueueSurvey } from '../../model/queue-survey.ts';
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

/** Rules that are judged by all jobs cannot be judged where a key of them could not be read. `unseen`: what else was passed over. */
export function surveyed(
  surveys: readonly QueueSurvey[],
  readers: readonly Pick<RedisReader, 'misheld' | 'place'>[],
  unseen: readonly Unseen[] = [],
): QueueSurvey[] {
  for (const reader of readers) {
    const [fault] = misheldIn(reader);
    if (fault) throw new DedupeError('DEDUPE_QUEUE_REFUSED', `${reader.place}: ${fault.reason}`);
  }
  return surveys.map((one) => ({ ...one, unseen: [...one.unseen, ...unseen.map(({ reason }) => reason)] }));
}
