// Advice for causes that lie behind the arrival: jobs, attempts, calls, and the target itself.
import type { Advice } from '../model/advice.ts';
import { links } from './links.ts';

export const work: Readonly<Record<string, Advice>> = {
  'producer-double-enqueue': {
    example: {
      language: 'TypeScript',
      code: [
        "// An id that comes from the event: the queue refuses the second while it knows the first. No ':' in it.",
        "const jobId = createHash('sha256').update(sourceEventKey).digest('hex');",
        "await queue.add('create-task', { sourceEventKey }, { jobId });",
      ],
    },
    confirmedBy: ['job lines with site, run_id and delivery_id', 'two job ids, each with one attempt'],
    refutedBy: ['one job id for all copies', 'two deliveries or two runs'],
    links: [links.bullJobIds],
  },
  'job-reclaimed-while-running': {
    example: {
      language: 'TypeScript',
      code: [
        '// Above the slowest run. BullMQ renews the lock by itself as long as the event loop is free.',
        "new Worker('tickets', createTask, { connection, lockDuration: 300_000 });",
      ],
    },
    confirmedBy: [
      'started_at, finished_at and lease_ms of both attempts',
      'the worker log: "could not renew lock", "Missing lock"',
    ],
    refutedBy: ['an end of the first attempt before the second began'],
    links: [links.bullStalled, links.lambdaSqs, links.celeryRedis, links.rabbitConsumers],
  },
  'partial-commit-retry': {
    example: {
      language: 'SQL',
      code: [
        '-- Right after the create, before any later step; a repeated unit begins by reading it.',
        "update operations set external_id = $2, state = 'confirmed' where source_event_key = $1;",
      ],
    },
    confirmedBy: ['a call that is done inside an attempt that failed', 'for a function: one request id with two runs'],
    refutedBy: ['a first attempt that ended as done', 'a failure before the create'],
    links: [links.lambdaAsync],
    touches: ['data'],
  },
  'ambiguous-outcome-retry': {
    example: {
      language: 'TypeScript',
      code: [
        'try {',
        "  return await create(task, { headers: { 'Idempotency-Key': sourceEventKey } });",
        '} catch (error) {',
        '  if (isRefusal(error)) throw error; // 4xx other than 408: nothing was made',
        "  await note(sourceEventKey, 'unknown'); // never create again before a look-up has proved that nothing is there",
        '}',
      ],
    },
    confirmedBy: [
      'started_at, finished_at, status and error_code of the first create',
      'created_at of the record that nobody was told of',
      'request ids of both runs',
    ],
    refutedBy: ['an answer to every create', 'one request id for two runs: the platform ran it again'],
    links: [links.lambdaAsync, links.slackRateLimits],
    touches: ['data', 'payments'],
  },
  'target-automation': {
    confirmedBy: [
      'created_by of both records',
      'the request id under which the target made each',
      'the history of automations in the target',
    ],
    refutedBy: ['a second create in the log of the app'],
    links: [],
    touches: ['access'],
  },
};
