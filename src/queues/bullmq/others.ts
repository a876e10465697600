// Keys that hold something else than a job where a job should stand.
import type { Asking, RedisReader } from '../../redis/reader.ts';

/** Asked as jobs, they are noted by the reader, and told with whatever else it could not read. */
export async function noteOthers(redis: RedisReader, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await redis.askAll(keys.map((key): Asking => ['HLEN', key]));
}
