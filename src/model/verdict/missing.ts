// A duplicate that no cause explains: which field would have told, and what it would have settled.
import type { Gap } from '../source.ts';
import { isStated } from '../timeline/duplicates.ts';
import type { Effect, Timeline } from '../timeline/timeline.ts';
import { ofKind } from '../timeline/timeline.ts';

export type Missing = Pick<Gap, 'source' | 'reason' | 'wouldSettle'>;

/** For a duplicate that no cause explains: what nobody logged, the closest to the copies first. */
export function missingForCause(timeline: Timeline, effect: Effect): Missing[] {
  const deliveries = ofKind(timeline, 'delivery');
  const executions = [...ofKind(timeline, 'run'), ...ofKind(timeline, 'attempt')];
  const untied = effect.chains.filter((chain) => !chain.delivery || !isStated(chain));
  const without = (name: 'retry_num' | 'answered_at') =>
    deliveries.filter(({ fields }) => fields[name] === undefined).map(({ n }) => `#${n}`);
  const missing: Missing[] = untied.map(({ record, run, call, attempt }) => {
    const between = [call && 'call', attempt && 'attempt', run && 'run'].filter((kind) => kind);
    const what = between.length === 0 ? 'no run or call line ties' : `its ${between.join(' and ')} does not tie`;
    const id = record.fields.record_id ?? `#${record.n}`;
    return of(`${what} ${id} to a delivery: log delivery_id with the record`, `which delivery ${id} came from`);
  });
  if (deliveries.length === 0) missing.push(of('no delivery was logged', 'how often the event arrived'));
  const unmarked = without('retry_num');
  if (deliveries.length > 1 && unmarked.length > 0) {
    missing.push(
      of(
        `${unmarked.join(' and ')} without the retry headers: log retry_num and retry_reason`,
        'whether the sender sent it again, and why',
      ),
    );
  }
  const unanswered = without('answered_at');
  if (unanswered.length > 0) {
    missing.push(of(`${unanswered.join(' and ')} without answered_at`, 'whether the answer came in time'));
  }
  const unclocked = deliveries.filter(({ at }) => at === undefined).map(({ n }) => `#${n}`);
  if (unclocked.length > 0) {
    missing.push(
      of(`${unclocked.join(' and ')} without the time of arrival: log at`, 'how far apart the copies arrived'),
    );
  }
  if (ofKind(timeline, 'guard').length === 0) {
    missing.push(of('no guard line', 'whether a dedupe store was asked, for which key, and what it said'));
  }
  if (executions.length > 0 && executions.every(({ fields }) => fields.instance_id === undefined)) {
    missing.push(of('no run or attempt names its instance_id', 'whether one process made the copies or two'));
  }
  if (deliveries.length > 0 && deliveries.every(({ fields }) => fields.request_id === undefined)) {
    missing.push(of('no delivery has a request_id', 'which lines of other hops belong to it'));
  }
  return missing;
}

function of(reason: string, wouldSettle: string): Missing {
  return { source: 'verdict', reason, wouldSettle };
}
