// "GitHub sends a failed webhook again by itself."
import type { Theory } from '../../model/theory.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const githubRedeliversByItself: Theory = {
  id: 'github-redelivers-by-itself',
  title: 'GitHub sends a failed webhook again by itself.',
  problem:
    'Several reports assume it. GitHub waits ten seconds, notes the failure and makes no second attempt: a redelivery is asked for by a person on the settings page or by a program through the API, and keeps the delivery id. Two arrivals without that are two hooks, two apps, or two events.',
  signs: ['two arrivals from GitHub'],
  fix: [
    'Compare the delivery ids and the hook ids: equal ids are a redelivery that somebody asked for, different ones are two hooks or two events.',
    'List the hooks of the repository and of the organisation.',
  ],
  refute(timeline) {
    const deliveries = ofKind(timeline, 'delivery').filter(({ fields }) => fields.provider?.split('.')[0] === 'github');
    const [, second] = deliveries;
    if (!second) return undefined;
    const reason = `GitHub makes no second attempt: #${second.n} was asked for by a person or a program, or came by another hook`;
    return { reason, facts: deliveries.map(({ n }) => n) };
  },
};
