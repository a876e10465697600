// Sidekiq on Redis as a source.
import type { SourceText } from './index.ts';

export const sidekiq: SourceText = {
  id: 'source-sidekiq',
  severity: 'note',
  title: 'Sidekiq on Redis, read as it lies there',
  problem:
    'Sidekiq takes a job off its list when it begins: success leaves nothing, and so does a worker that was killed, whose job is lost and not run again ' +
    '(only super_fetch of Sidekiq Pro does that). A job that failed waits in the retry set and counts its failures; one that failed too often is in the dead ' +
    'set. A job that a stopping worker did not finish in time is put back unchanged and run a second time: nothing in Redis tells of the first.',
  signs: [
    'queues.NAME.type: sidekiq; url_env: the variable with the address (DEDUPE_REDIS_URL), or url without a password and password_env',
    'prefix: a namespace in front of all keys, without its colon; queues: the names; all when left out',
    'event_id, source_event_key, workspace_id: paths such as args.0.event_id; without event_id an argument that is the id itself is found too. ' +
      'Of an ActiveJob args are the arguments of the job it wraps',
    'job_id: how the jid is made, where the app sets it; lease: the timeout of a worker that stops (25 s unless set with -t), which Redis does not hold',
    'scan_limit: jobs looked through at most (20000)',
  ],
  fix: [
    'Make an account that can read the keys of Sidekiq and nothing else (below; with a namespace, in front of each pattern). The names of its processes ' +
      'are host:pid:nonce: what they are working on stands under their own name, and without *:work and *:workers that part is not seen.',
    'With Redis 7.2 or later a client may also name itself: add +client|setinfo.',
    'Give dedupe its address: DEDUPE_REDIS_URL=redis://dedupe_ro:PASSWORD@host:6379/0.',
    'With +info the version of the server is shown; that of Sidekiq stands under no key that these rights reach.',
    'Starts of jobs that are done need the logs of the workers: Sidekiq writes start, done and fail with the jid.',
  ],
  advice: {
    example: {
      language: 'shell',
      code: [
        "redis-cli ACL SETUSER dedupe_ro on '>PASSWORD' resetkeys '%R~queues' '%R~queue:*' '%R~retry' '%R~schedule' '%R~dead' '%R~processes' '%R~*:work' '%R~*:workers' -@all +@read -keys -sort_ro +ping +hello +time '+client|setname' +select +info",
      ],
    },
    confirmedBy: [
      'a queue that ever held a job stands in queues: it is read first, so that an empty answer can be believed',
    ],
    refutedBy: [],
    links: [
      'https://github.com/sidekiq/sidekiq/wiki/Error-Handling',
      'https://github.com/sidekiq/sidekiq/wiki/Reliability',
      'https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/',
    ],
  },
};
