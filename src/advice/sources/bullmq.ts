// BullMQ on Redis as a source.
import type { SourceText } from './index.ts';

export const bullmq: SourceText = {
  id: 'source-bullmq',
  severity: 'note',
  title: 'BullMQ on Redis, versions 5 and 6, read as it lies there',
  problem:
    'The hash of a job holds its last start only and a count of all; the stream of events of its queue holds every start with its time, as far as its ' +
    'newest 10,000 or so entries reach. A job that was removed when it was done leaves those entries and nothing else. A start that ended with the job back in its queue has failed where ' +
    'the counter of attempts made says so; a handler that put it back itself looks the same in the stream, and is told as unknown. Keys are read raw and with ' +
    'reading commands only: opening a queue with the library would write into it.',
  signs: [
    'queues.NAME.type: bullmq; url_env: the variable with the address (DEDUPE_REDIS_URL), or url without a password and password_env',
    'prefix (bull when left out), and queues: the names; all under the prefix when left out',
    'event_id, source_event_key, workspace_id: paths in the data of a job, such as body.event_id',
    'job_id: how its id is made, such as {event_id} or sha256:{event_id}: then a look-up is one read',
    'lease: the lockDuration of the workers, which Redis does not hold; scan_limit: jobs looked through at most (20000)',
  ],
  fix: [
    'Make an account that can read the keys of the queues and nothing else (below; with another prefix, another pattern).',
    'With Redis 7.2 or later a client may also name itself: add +client|setinfo.',
    'Give dedupe its address: DEDUPE_REDIS_URL=redis://dedupe_ro:PASSWORD@host:6379/0.',
  ],
  advice: {
    example: {
      language: 'shell',
      code: [
        "redis-cli ACL SETUSER dedupe_ro on '>PASSWORD' resetkeys '%R~bull:*' -@all +@read -keys -sort_ro +ping +hello +time '+client|setname' +select +info",
      ],
    },
    confirmedBy: [
      'a queue that was ever opened has PREFIX:NAME:meta: it is read first, so that an empty answer can be believed',
    ],
    refutedBy: [],
    links: [
      'https://docs.bullmq.io/guide/events',
      'https://docs.bullmq.io/guide/queues/auto-removal-of-jobs',
      'https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/',
    ],
  },
};
