// A plan for the reference worker: one ticket in the tracker for each event.
const tracker = {
  id: 'tracker',
  title: 'the tracker of this test',
  abilities: {
    idempotencyKey: undefined,
    uniqueField: undefined,
    findBy: 'none',
    indexLagMs: undefined,
    listsByTime: false,
    namesCreator: false,
    createMaximumMs: 10_000,
  },
  async create(_, request, signal) {
    let answer;
    try {
      answer = await fetch(`${process.env.TRACKER}/tickets`, { method: 'POST', body: request, signal });
      const body = await answer.text();
      if (answer.status === 201) return { outcome: 'done', id: JSON.parse(body).id, url: undefined, existed: false };
    } catch {
      return { outcome: 'unknown', reason: 'connection_lost' };
    }
    if (answer.status === 422) return { outcome: 'refused', reason: 'http_422', temporary: false };
    return { outcome: 'unknown', reason: `http_${answer.status}` };
  },
};

export default {
  targets: [tracker],
  plan: ({ sourceEventKey, eventId }) => [
    { target: 'tracker', request: Buffer.from(JSON.stringify({ key: sourceEventKey, title: eventId })) },
  ],
};
