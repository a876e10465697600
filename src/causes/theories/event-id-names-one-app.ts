// "One event id is one event for us."
import type { Theory } from '../../model/theory.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const eventIdNamesOneApp: Theory = {
  id: 'event-id-names-one-app',
  title: 'An event id belongs to one app.',
  problem:
    'Two apps of one workspace can be told of one happening under one id. A guard that both share, keyed on the id alone, makes one app swallow the event of the other; two guards make two tasks.',
  signs: ['deliveries with one event id and two app ids'],
  fix: ['Put the app and the consumer into the key, and let one app only write to the target.'],
  refute(timeline) {
    const byId = new Map<string, { n: number; app: string }>();
    for (const { n, fields } of ofKind(timeline, 'delivery')) {
      if (fields.event_id === undefined || fields.app_id === undefined) continue;
      const known = byId.get(fields.event_id);
      if (known && known.app !== fields.app_id)
        return {
          reason: `${fields.event_id} reached two apps, ${known.app} and ${fields.app_id}`,
          facts: [known.n, n],
        };
      byId.set(fields.event_id, { n, app: fields.app_id });
    }
    return undefined;
  },
};
