// The opposite failure: what should stop copies stopped the only chance of the task.
import type { Cause } from '../model/cause.ts';
import type { Certainty } from '../model/rule.ts';
import { type Suppression, type SuppressionForm, suppressions } from '../model/timeline/suppressed.ts';
import type { Timeline } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';

export interface OverSuppression {
  readonly sender: string;
  readonly form: SuppressionForm;
  readonly event: string;
  /** What was stopped, and what shows that nothing had been made before it; null: that attempt never arrived. */
  readonly stopped: number;
  readonly before: number | null;
  readonly retryNum: number | null;
  readonly reason: string | null;
  /** What was answered to the attempt before; null when it was not logged. */
  readonly status: number | null;
  readonly key: string | null;
  /** The event that set the mark; null when it is not in the evidence. */
  readonly owner: string | null;
  /** A source was read that shows what is made. */
  readonly seesEffects: boolean;
}

export const overSuppression: Cause<OverSuppression> = {
  id: 'over-suppression',
  title: 'The guard stopped what was no copy, and the task was lost',
  family: 'GUARD',
  severity: 'error',
  deviatesAt: 'guard',
  verdict: 'lost',
  problem:
    'Something that is there to stop copies stopped an event from which nothing had been made. The popular form throws away every request with a retry ' +
    'header: the sender repeats because the first attempt failed or never arrived, so the retry was the only chance. Others answer "seen" for a ' +
    'claim whose work failed, or key on the text or on the app of somebody else, so that two messages are taken for one.',
  signs: [
    'a retry that was dropped, while the attempt before it failed, crashed, or is not in the log (connection_failed, ssl_error)',
    'a claim on the key, a failure of the work, and a repeat that was answered "seen"',
    'the first question about an event is answered "seen", by a mark that is older than the event',
  ],
  fix: [
    'Turn a repeat away only where the claim says done; a claim that is working has a lease, and one that failed can be taken again.',
    'Do not look at retry headers to decide: they explain a repeat, and do not say whether the first attempt was worked on.',
    'Put app, consumer and the id of the message into the key; never the text, its hash, or a ts without its channel.',
    'Look for what was lost while this was in place: accepted events without a task, since the day when the filter was deployed.',
  ],

  check(timeline) {
    return suppressions(timeline).map((found) => {
      const { stopped, before } = found;
      const facts = [...new Set([before, stopped].flatMap((fact) => fact?.n ?? []))];
      const args = argsOf(timeline, found);
      return { rule: 'over-suppression', args, certainty: certaintyOf(args, found), facts };
    });
  },

  say({ sender, form, event, retryNum, status, reason, key, owner, before }) {
    const first =
      before === null
        ? `The attempt before never reached the app${reason === null ? '' : ` (${reason})`}`
        : `The first delivery of ${event} ${status !== null && status >= 300 ? `was answered with ${status}` : 'made nothing'}`;
    return {
      'retry-dropped': `${first}, and ${sender} sent it again; the app dropped retry ${retryNum ?? '?'} for its mark, and with it the task.`,
      'claimed-without-work': `${event} was claimed under ${key ?? 'its key'}, its work failed, and the repeat was turned away as seen: nothing was made.`,
      'foreign-claim': `The guard answered "seen" for ${event} because of ${key ?? 'a key'}, which ${owner === null ? 'something earlier' : owner} had marked: another message was taken for a copy, and nothing was made of this one.`,
    }[form];
  },

  because({ form, event, stopped, before, retryNum, reason, status, key, owner, seesEffects }) {
    const lines: string[] = [];
    if (form === 'retry-dropped') {
      if (before !== null && status !== null) lines.push(`#${before} was answered with ${status}`);
      if (before === null && reason !== null)
        lines.push(`${reason} means that the attempt before #${stopped} did not arrive`);
      lines.push(`#${stopped} is retry ${retryNum ?? '?'} (${reason ?? 'no reason logged'}) and was dropped`);
    }
    if (form === 'claimed-without-work')
      lines.push(`the work failed (#${before}), and #${stopped} was told "seen"${key === null ? '' : ` for ${key}`}`);
    if (form === 'foreign-claim') {
      lines.push(`#${stopped} was told "seen" for ${key}, at the first question about ${event}`);
      lines.push(
        owner === null
          ? 'the mark is older than the event, and the key names nothing of it'
          : `${owner} had set that mark (#${before}), and it is another action`,
      );
    }
    lines.push(seesEffects ? 'nothing was made of it' : 'no source at hand shows what was made');
    return lines;
  },

  refute(timeline) {
    const stopped = ofKind(timeline, 'delivery').find(
      ({ fields }) => fields.disposition !== undefined && fields.disposition !== 'accepted',
    );
    const [made] = timeline.effects.flatMap(({ chains }) => chains);
    if (!stopped || !made) return undefined;
    const reason = `what was turned away (#${stopped.n}) was a copy: ${made.record.fields.record_id ?? 'its task'} had been made of it`;
    return { reason, facts: [stopped.n, made.record.n] };
  },
};

function argsOf(timeline: Timeline, { form, event, stopped, before, key }: Suppression): OverSuppression {
  const repeat = stopped.kind === 'delivery' ? stopped.fields : undefined;
  return {
    sender: timeline.sender,
    form,
    event: event.eventId,
    stopped: stopped.n,
    before: before?.n ?? null,
    retryNum: repeat?.retry_num ?? null,
    reason: repeat?.retry_reason ?? null,
    status: (before?.kind === 'delivery' ? before.fields.status : undefined) ?? null,
    key: key ?? null,
    owner: (before?.kind === 'guard' ? before.fields.event_id : undefined) ?? null,
    seesEffects: timeline.coverage.some(({ sees }) => sees.includes('record') || sees.includes('call')),
  };
}

/** Without a source that sees effects nobody knows that nothing was made. */
function certaintyOf({ seesEffects }: OverSuppression, { isStated }: Suppression): Certainty {
  if (!seesEffects) return 'open';
  return isStated ? 'shown' : 'consistent';
}
