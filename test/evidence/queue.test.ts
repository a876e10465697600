import { describe, expect, it } from 'vitest';
import { DedupeError } from '../../src/errors.ts';
import { queueSource } from '../../src/evidence/queue.ts';
import type { Queue, QueueAnswer, QueuedJob } from '../../src/model/queue.ts';
import type { Query, Source } from '../../src/model/source.ts';

const job: QueuedJob = {
  ...{ queue: 'tasks', jobId: '7', eventId: 'Ev1', sourceEventKey: undefined, workspaceId: undefined },
  ...{ addedAt: undefined, runAt: undefined, state: 'done', starts: { atLeast: 1, exactness: 'exact' } },
  ...{ stalled: undefined, runs: [], guards: [], expiresAt: undefined, foundBy: 'id', where: 'tasks/7' },
  ...{ leaseMs: undefined, maxAttempts: undefined, removal: undefined },
};
const gone = {
  reason: 'no job names this event now',
  wouldSettle: 'whether there was one',
  isAbsence: true,
} as const;
const removed = { reason: 'job tasks/6 was removed', wouldSettle: 'what it was given' };

const none = (...unseen: QueueAnswer['unseen']): QueueAnswer => ({
  jobs: [],
  visibility: 'proved',
  unseen,
  history: undefined,
});

function sourceOf(...answers: QueueAnswer[]): Source {
  const queue: Queue = { place: 'here', find: async () => answers.shift() ?? none(), close: async () => {} };
  return queueSource(new Map([['work', queue]]), async () => {});
}

const ask = (source: Source, value: string) =>
  source.collect({ identifiers: [{ type: 'event_id', value }] } as unknown as Query, new AbortController().signal);

describe('a queue in which no job was found', () => {
  it('says so at the end, and at once what else it could not see', async () => {
    const source = sourceOf(none(gone, removed));
    expect((await ask(source, 'OPS-41')).gaps.map(({ reason }) => reason)).toEqual(['work: job tasks/6 was removed']);
    expect(source.afterwards?.().map(({ reason }) => reason)).toEqual(['work: no job names this event now']);
  });

  it('takes that back when a better name finds one, and says it of what is asked after that', async () => {
    const source = sourceOf(none(gone), { ...none(), jobs: [job] }, none(gone));
    await ask(source, 'OPS-41');
    expect((await ask(source, 'Ev1')).observations.length).toBeGreaterThan(0);
    expect(source.afterwards?.()).toEqual([]);
    expect((await ask(source, 'Ev2')).gaps).toHaveLength(1);
  });
});

describe('queues of which none could be read', () => {
  const failing = (...failures: [string, unknown][]) => {
    const queues = failures.map(([name, error]): [string, Queue] => [
      name,
      { place: name, find: () => Promise.reject(error), close: async () => {} },
    ]);
    return ask(
      queueSource(new Map(queues), async () => {}),
      'Ev1',
    );
  };
  const refused = (host: string) => new DedupeError('DEDUPE_QUEUE_UNREACHABLE', `redis ${host} refuses connections`);

  it('are each told by the name of the configuration', async () => {
    await expect(failing(['jobs', refused('a:1')], ['mails', refused('b:1')])).rejects.toMatchObject({
      code: 'DEDUPE_QUEUE_UNREACHABLE',
      message: 'jobs: redis a:1 refuses connections; mails: redis b:1 refuses connections',
    });
    const named = new DedupeError('DEDUPE_QUEUE_CREDENTIALS', 'queue jobs needs X in the environment');
    await expect(failing(['jobs', named])).rejects.toThrow(/^queue jobs needs X/);
  });

  it('are told by what happened where that is no error of ours', async () => {
    await expect(failing(['jobs', new Error('out of memory')])).rejects.toThrow('out of memory');
  });
});
