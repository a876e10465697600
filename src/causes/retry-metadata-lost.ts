// Retries that arrived without their mark: whoever decides by the header took each for the first attempt.
import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { isByHand, stepOf } from '../model/timeline/schedule.ts';
import type { Timeline } from '../model/timeline/timeline.ts';
import {
  disputedMarks,
  isMarked,
  successions,
  type UnmarkedRepeat,
  unmarkedRepeats,
  wasCounted,
} from '../model/timeline/unmarked-repeats.ts';

export interface RetryMetadataLost {
  readonly sender: string;
  /**
   * `disputed`: one hop saw the mark and the next did not. `stripped`: the count was read and says "first" where a retry
   * stands. `not-logged`: nobody wrote down the count, so that a stripped header and an unlogged one look alike.
   */
  readonly form: 'disputed' | 'stripped' | 'not-logged';
  readonly event: string;
  /** The unmarked arrivals: number, how long after the one before, and which retry comes then. */
  readonly repeats: readonly {
    readonly n: number;
    readonly after: number;
    readonly gapMs: number;
    readonly step: number;
  }[];
  readonly disputed: readonly number[];
}

export const retryMetadataLost: Cause<RetryMetadataLost> = {
  id: 'retry-metadata-lost',
  title: 'Retries arrived without the mark that says so',
  family: 'GUARD',
  severity: 'warning',
  deviatesAt: 'delivery',
  isEvidenceGap: true,
  problem:
    'The sender marks each repeat with its number and its reason, time-outs included. Here arrivals stand exactly where retries would stand, and the ' +
    'mark is missing: a gateway forwards only the headers that it knows, the app looks them up under another case or in the body, or an SDK does ' +
    'not hand them on. A filter on the header then lets every retry through. This makes no duplicate by itself; it hides where one came from.',
  signs: [
    'arrivals of one event about 3 s, 1 min and 5 min apart, none of them marked as a retry',
    'one hop logs the number and the next one does not, or says 0',
    'the look-up of the header is case-sensitive, or reads a dictionary that a framework has renamed (HTTP_X_SLACK_RETRY_NUM)',
  ],
  fix: [
    'Log X-Slack-Retry-Num and X-Slack-Retry-Reason at the edge, as they arrive, before any filter looks at them.',
    'Forward all X-Slack-* headers from hop to hop, and read them without regard to case.',
    'Do not decide by them: claim the event id before the work, so that a repeat is stopped with or without a mark.',
  ],

  check(timeline) {
    const disputed = disputedMarks(timeline);
    const repeats = unmarkedRepeats(timeline);
    const [first] = [...disputed, ...repeats.map(({ repeat }) => repeat)];
    if (!first) return [];
    const isCounted = repeats.every(({ repeat }) => wasCounted(repeat));
    const form = disputed.length > 0 ? 'disputed' : isCounted ? 'stripped' : 'not-logged';
    const certainty = { disputed: 'shown', stripped: 'consistent', 'not-logged': 'open' }[form] as 'shown';
    const args: RetryMetadataLost = {
      sender: timeline.sender,
      form,
      event: first.fields.event_id ?? '?',
      repeats: repeats.map(toRepeat),
      disputed: disputed.map(({ n }) => n),
    };
    const facts = [...args.disputed, ...args.repeats.flatMap(({ after, n }) => [after, n])];
    return [{ rule: 'retry-metadata-lost', args, certainty, facts: [...new Set(facts)] }];
  },

  say({ sender, form, event, repeats }) {
    const times = repeats.length === 1 ? 'once more' : `${repeats.length} more times`;
    return {
      disputed: `${sender} marked a repeat of ${event} as a retry, and the mark was lost between two hops: the app took it for the first attempt.`,
      stripped: `${event} arrived ${times} where ${sender}'s retries stand, and none bore a retry header although the headers were read: a hop in front removes them, or they are looked up wrongly.`,
      'not-logged': `${event} arrived ${times} where ${sender}'s retries stand, and no line says whether a retry header came with it: log X-Slack-Retry-Num and X-Slack-Retry-Reason at the edge.`,
    }[form];
  },

  because({ sender, form, repeats, disputed }) {
    const lines = disputed.map(
      (n) => `one witness of #${n} has the retry number, another says that it is the first attempt`,
    );
    for (const { n, after, gapMs, step } of repeats)
      lines.push(`#${n} came ${formatSpan(gapMs)} after #${after}, when ${sender}'s retry ${step} is due`);
    if (form === 'stripped') lines.push('each of them was counted as attempt 0');
    if (form === 'not-logged')
      lines.push('retry_num and retry_reason were not logged: stripped and not written down look alike');
    return lines;
  },

  refute(timeline) {
    const { retries } = timeline;
    const pairs = successions(timeline);
    if (!retries || retries.isUnlisted || pairs.some(({ repeat }) => isMarked(repeat))) return undefined;
    const [odd] = pairs.flatMap(({ before, repeat }) => {
      const gapMs = before.at === undefined || repeat.at === undefined ? undefined : repeat.at - before.at;
      return gapMs === undefined || stepOf(retries, gapMs, before) !== undefined ? [] : [{ before, repeat, gapMs }];
    });
    if (!odd) return undefined;
    if (isByHand(odd.before))
      return {
        reason: `${timeline.sender} is not known to send again what a person pressed or typed (${odd.before.fields.event_type})`,
        facts: [odd.before.n, odd.repeat.n],
      };
    const reason = `${formatSpan(odd.gapMs)} after #${odd.before.n} no retry is due (${scheduleText(timeline)})`;
    return { reason, facts: [odd.before.n, odd.repeat.n] };
  },
};

function toRepeat({ before, repeat, gapMs, step }: UnmarkedRepeat) {
  return { n: repeat.n, after: before.n, gapMs, step };
}

function scheduleText({ retries }: Timeline): string {
  const waits = (retries?.retryGapsMs ?? []).map((wait) => (wait === 0 ? 'at once' : formatSpan(wait)));
  if (waits.length === 0) return 'the sender does not repeat by itself';
  return `after a wait of ${formatSpan(retries?.ackDeadlineMs ?? 0)}: ${waits.join(', ')}`;
}
