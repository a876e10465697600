// Celery on Redis as a source.
import type { SourceText } from './index.ts';

export const celery: SourceText = {
  id: 'source-celery',
  severity: 'note',
  title: 'Celery with Redis as broker and result backend, read as it lies there',
  problem:
    'A task has one result for all its starts: a task whose worker was killed, and which was handed out again after the visibility timeout, says SUCCESS ' +
    'and retries 0. While its message is there it tells more: who took it stands in unacked with the moment, and one that was put back says redelivered. ' +
    'A task that is done leaves its result, for a day unless set otherwise; with ignore_result, or when its worker died without acks_late, it leaves ' +
    'nothing. A failure says nothing of its effect: WorkerLostError was written here for a task that had made its object.',
  signs: [
    'queues.NAME.type: celery; url_env: the variable with the address of the broker (DEDUPE_REDIS_URL), or url without a password and password_env',
    'results_url_env, or results_url and results_password_env: the result backend, where it is not the database of the broker',
    'prefix: global_keyprefix of the broker; results_prefix: what stands in front of celery-task-meta-',
    'queues: the names; all that were ever declared when left out',
    'event_id, source_event_key, workspace_id: paths such as args.0.event_id, kwargs.event_id, headers.x_event_id; without event_id an argument that is ' +
      'the id itself is found too',
    'job_id: how the task id is made, such as {event_id}: then a look-up is one read',
    'lease: the visibility_timeout (an hour unless the app says otherwise), which Redis does not hold; the shortest of all apps on one broker counts',
    'scan_limit: messages and results looked through at most (20000)',
  ],
  fix: [
    'Make an account that can read the keys of Celery and nothing else (below; a queue of another name, or a prefix, is one more pattern).',
    'With Redis 7.2 or later a client may also name itself: add +client|setinfo.',
    'Give dedupe its address: DEDUPE_REDIS_URL=redis://dedupe_ro:PASSWORD@host:6379/0.',
    'With +info the version of the server is shown; that of Celery stands nowhere in Redis.',
    'Results that should tell of their task need result_extended = True; starts need the logs of the workers.',
  ],
  advice: {
    example: {
      language: 'shell',
      code: [
        "redis-cli ACL SETUSER dedupe_ro on '>PASSWORD' resetkeys '%R~celery*' '%R~unacked*' '%R~_kombu.binding.*' -@all +@read -keys -sort_ro +ping +hello +time '+client|setname' +select +info",
      ],
    },
    confirmedBy: [
      'a queue that was ever declared has its _kombu.binding: it is read first, so that an empty answer can be believed',
    ],
    refutedBy: [],
    links: [
      'https://docs.celeryq.dev/en/stable/getting-started/backends-and-brokers/redis.html',
      'https://docs.celeryq.dev/en/stable/userguide/tasks.html',
      'https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/',
    ],
  },
};
