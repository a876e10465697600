// "Retries after a time-out come without the retry header."
import type { Theory } from '../../model/theory.ts';
import { timeoutReasons } from '../../model/timeline/path-signs.ts';
import { ofKind } from '../../model/timeline/timeline.ts';
import { isMarked, successions } from '../../model/timeline/unmarked-repeats.ts';

export const timeoutsComeUnmarked: Theory = {
  id: 'timeouts-come-unmarked',
  title: 'Retries after a time-out come without the retry header.',
  problem:
    'It is said where a filter on the header lets copies through. Slack marks every repeat with its number and one of six reasons, and http_timeout is one of them. Where the mark is missing, a hop has removed it, the app looks it up wrongly, it was not logged, or the arrival is no retry.',
  signs: [
    'an arrival without a mark, where the sender documents a mark for each repeat',
    'another repeat after a time-out that bears its mark',
  ],
  fix: [
    'Log the raw headers at the edge and compare them with what the app sees.',
    'Hold the gaps against the schedule of the sender: what does not fit was sent by something else.',
    'Do not decide by the header; claim the event id.',
  ],
  refute(timeline) {
    if (timeline.sender !== 'Slack') return undefined;
    const unmarked = successions(timeline).filter(({ repeat }) => !isMarked(repeat));
    if (unmarked.length === 0) return undefined;
    const marked = ofKind(timeline, 'delivery').find(({ fields }) => timeoutReasons.has(fields.retry_reason ?? ''));
    if (marked) {
      const { retry_num, retry_reason } = marked.fields;
      return {
        reason: `#${marked.n} came after a time-out and is marked: retry ${retry_num ?? '?'}, ${retry_reason}`,
        facts: [marked.n],
      };
    }
    const reason =
      'Slack marks every repeat, and http_timeout is one of its six reasons: a missing mark was removed, not logged, or never there';
    return { reason, facts: unmarked.map(({ repeat }) => repeat.n) };
  },
};
