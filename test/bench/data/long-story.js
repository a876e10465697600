// The log of one event that was worked on again and again: deliveries, runs, calls and records, as many facts as asked for.
import { writeFileSync } from 'node:fs';

const start = 1795981036000;
export const eventId = 'Ev0LONGSTORY';

export function writeLongStory(path, facts) {
  const lines = Array.from({ length: facts / 4 }, (_, i) => {
    const [at, delivery, run] = [start + i * 3_000, `d-${i}`, `r-${i}`];
    return [
      {
        dedupe: 'delivery',
        at,
        answered_at: at + 3_500,
        status: 200,
        delivery_id: delivery,
        retry_num: Math.min(i, 3),
      },
      { dedupe: 'run', at: at + 5, run_id: run, delivery_id: delivery, finished_at: at + 3_400, outcome: 'done' },
      {
        dedupe: 'call',
        at: at + 20,
        call_id: `c-${i}`,
        run_id: run,
        target: 'jira',
        operation: 'create',
        outcome: 'done',
        status: 201,
      },
      { dedupe: 'record', at: at + 900, target: 'jira', record_id: `OPS-${i}`, call_id: `c-${i}`, run_id: run },
    ];
  });
  const text = lines
    .flat()
    .map(
      (line) => `${JSON.stringify({ ...line, event_id: eventId, channel: 'C07HELPDESK', ts: '1795981036.000100' })}\n`,
    );
  writeFileSync(path, text.join(''));
}
