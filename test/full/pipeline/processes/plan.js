// A plan for a worker that is going to be killed: the test says over a socket when each step may go on.
const { DEDUPE_TEST_TARGET: address = '' } = process.env;

const ask = (path, body) => fetch(`${address}${path}`, { method: 'POST', body }).then((answer) => answer.text());

const target = {
  id: 'jira',
  title: 'a target of this test',
  abilities: {
    idempotencyKey: undefined,
    uniqueField: undefined,
    findBy: 'none',
    indexLagMs: undefined,
    listsByTime: false,
    namesCreator: false,
    createMaximumMs: 1000,
  },
  create: async ({ idempotencyKey }) => {
    try {
      return { outcome: 'done', id: await ask('/create', idempotencyKey), url: undefined, existed: false };
    } catch {
      return { outcome: 'unknown', reason: 'connection_lost' };
    }
  },
};

export default {
  targets: [target],
  plan: async ({ eventId, body }) => {
    const where = await ask('/plan', eventId);
    return where === 'local' ? [{ target: 'tasks' }] : [{ target: 'jira', request: body }];
  },
};
