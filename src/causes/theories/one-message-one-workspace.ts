// "A message belongs to one workspace."
import type { Theory } from '../../model/theory.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const oneMessageOneWorkspace: Theory = {
  id: 'one-message-one-workspace',
  title: 'One message comes by one workspace.',
  problem:
    'A channel that two organisations share is seen by both. Slack documents one event for all of them, and usually sends one; still, apps that are installed in both have got one message twice, with two team ids and two event ids, about half a second apart. A key with the team in it takes them for two.',
  signs: ['one message (channel and ts, or client_msg_id) by two workspaces'],
  fix: [
    'Leave the workspace out of the key for messages in shared channels: channel and ts name them, client_msg_id proves it.',
  ],
  refute(timeline) {
    const byMessage = new Map<string, { n: number; team: string }>();
    for (const { n, fields } of ofKind(timeline, 'delivery')) {
      const { channel, ts, workspace_id } = fields;
      if (channel === undefined || ts === undefined || workspace_id === undefined) continue;
      const known = byMessage.get(`${channel}:${ts}`);
      if (known && known.team !== workspace_id)
        return { reason: `one message came by ${known.team} and by ${workspace_id}`, facts: [known.n, n] };
      byMessage.set(`${channel}:${ts}`, { n, team: workspace_id });
    }
    return undefined;
  },
};
