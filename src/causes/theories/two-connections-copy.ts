// "Two Socket Mode connections each get every event."
import type { Theory } from '../../model/theory.ts';
import { sharedStream } from '../../model/timeline/socket-consumers.ts';

export const twoConnectionsCopy: Theory = {
  id: 'two-connections-copy',
  title: 'Two Socket Mode connections each get a copy of every event.',
  problem:
    'Slack gives each event to one of the open connections of an app. A second consumer takes events away and copies none. Real time (RTM) clients, replicas with schedulers of their own, and two apps do get copies.',
  signs: ['several connections with one token', 'each event reached one of them'],
  fix: [
    'Look for the copies behind the connection: the repeat of an envelope without an acknowledgement, two listeners, two jobs.',
    'Stop the second consumer all the same: it takes a share of the events.',
  ],
  refute(timeline) {
    const stream = sharedStream(timeline);
    if (!stream || stream.receivedTwice.length > 0) return undefined;
    const reason = `${stream.connections ?? stream.consumers.length} connections were open, and each event reached one of them`;
    return { reason, facts: [...stream.connected, ...[...stream.receipts.values()].flat()] };
  },
};
