// What a drill does to systems that are not ours: commands of the configuration, each with the job that it has.

export const drillHooks = {
  start:
    'starts the receivers and their workers; DRILL_SECRET holds the secret that signs, DRILL_APP and DRILL_TEAM the ids',
  stop: 'ends what start began',
  restart_app: 'ends the receivers and their workers and starts them anew',
  restart_redis: 'restarts the Redis that the app uses',
  restart_database: 'restarts the database that the app uses',
  stop_database: 'makes the database unreachable',
  start_database: 'makes it reachable again',
  pause_worker: 'makes the workers stand still, without ending them',
  resume_worker: 'lets them go on',
  kill_worker: 'kills the workers without a word (SIGKILL)',
  start_worker: 'starts the workers again',
  hold_after_create: 'makes the worker stand still after the local create and before it acknowledges',
  await_hold: 'returns when the worker stands there; without it the drill waits for the time in hold',
  release_hold: 'takes the obstacle of hold_after_create away',
  lose_answers: 'from now on the target creates, and its answers are lost',
  hold_answers: 'from now on the target creates, and its answers do not come',
  refuse_creates: 'from now on the target refuses creates for good (422)',
  restore_answers: 'the target answers as it should again',
  rerun_job: 'makes the queue run the job of DRILL_EVENT_ID (or DRILL_KEY, DRILL_MARKER) once more',
  pass_guard_ttl: 'lets the time pass for which the guard remembers an event',
  start_other_version: 'starts an instance of another version beside the others, and prints its address',
  stop_other_version: 'ends it',
} as const;

export type HookName = keyof typeof drillHooks;
export const hookNames = Object.keys(drillHooks) as readonly HookName[];
