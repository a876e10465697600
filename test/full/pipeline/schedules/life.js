// One life of a worker in a process of its own, which ends itself with SIGKILL before or after the step that it was told.
import { createSessions, eventWorker, exponentialRetry, outbox } from 'event-dedupe/pipeline';

const { DEDUPE_DATABASE_URL, DEDUPE_TEST_TARGET, LIFE } = process.env;
const { role, effects, fault } = JSON.parse(LIFE);

let steps = 0;
async function step(work) {
  const isHit = steps++ === fault.at;
  if (isHit && fault.when === 'before') process.kill(process.pid, 'SIGKILL');
  const result = work();
  // In the middle of it: the bytes may have left or not.
  if (isHit && fault.when === 'during') setTimeout(() => process.kill(process.pid, 'SIGKILL'), fault.ms);
  const told = await result;
  if (isHit) process.kill(process.pid, 'SIGKILL');
  return told;
}

const plain = createSessions(DEDUPE_DATABASE_URL, { size: 4 });
const sessions = { ...plain, use: (work) => step(() => plain.use(work)) };

const outcomes = {
  done: (key) => ({ outcome: 'done', id: `OPS-${key}`, url: undefined, existed: false }),
  lost: () => ({ outcome: 'unknown', reason: 'reset' }),
  refused: () => ({ outcome: 'refused', reason: 'invalid', temporary: false }),
  busy: () => ({ outcome: 'refused', reason: 'http_429', temporary: true }),
};
const jira = {
  id: 'jira',
  abilities: { idempotencyKey: undefined },
  create: ({ idempotencyKey }) =>
    step(async () => {
      try {
        const answer = await fetch(DEDUPE_TEST_TARGET, { method: 'POST', body: idempotencyKey });
        return outcomes[await answer.text()](idempotencyKey);
      } catch {
        return outcomes.lost();
      }
    }),
};

const plans = {
  local: () => [{ target: 'tasks' }],
  outside: ({ body }) => [{ target: 'jira', request: body }],
  both: ({ body }) => [{ target: 'tasks' }, { target: 'jira', action: 'ticket', request: body }],
};
const common = {
  sessions,
  claimer: { instanceId: `life-${process.pid}`, deploymentVersion: undefined, filterVersion: undefined },
  retry: exponentialRetry({ baseMs: 1, attempts: 3 }),
  chance: () => 0,
};
const one =
  role === 'worker'
    ? eventWorker({ ...common, plan: plans[effects], targets: new Set(['jira']) })
    : outbox({ ...common, targets: new Map([['jira', jira]]) });
const result = await one.runOnce(new AbortController().signal).catch(() => ({ step: 'failed' }));
process.exit(result.step === 'idle' ? 0 : 10);
