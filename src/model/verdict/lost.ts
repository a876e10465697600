// An event that made nothing: on which way it was lost, where the facts show it.
import type { FactOf } from '../fact.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { ofKind } from '../timeline/timeline.ts';

type Delivery = FactOf<'delivery'>;

/** A clause for the headline; undefined when the facts do not show which way it was. */
export function wayOfLoss(timeline: Timeline): string | undefined {
  const ways = [rejected, filtered, droppedRetry, markedBeforeWork, diedAfterAnswer, neverEnqueued];
  return ways.map((way) => way(timeline)).find((told) => told !== undefined);
}

/** The target said no, or the ledger gave up. */
function rejected(timeline: Timeline): string | undefined {
  const dead = ofKind(timeline, 'operation').find(
    ({ fields }) => fields.state === 'dead' || fields.state === 'refused',
  );
  const calls = ofKind(timeline, 'call').filter(({ fields }) => (fields.operation ?? 'create') === 'create');
  const refused = calls.find(({ fields }) => fields.outcome === 'refused');
  if (refused) {
    const { target = 'the target', status, error_code } = refused.fields;
    const why = error_code ?? (status === undefined ? undefined : `status ${status}`);
    return `${target} refused the create (#${refused.n}${why === undefined ? '' : `, ${why}`})`;
  }
  return dead && `the create was given up (#${dead.n}, ${dead.fields.last_error_code ?? dead.fields.state})`;
}

/** Turned away on the first copy already: on purpose, as far as one can see. */
function filtered(timeline: Timeline): string | undefined {
  const deliveries = ofKind(timeline, 'delivery');
  const [first] = deliveries;
  const isAll = deliveries.every(({ fields }) => fields.disposition === 'filtered' || fields.disposition === 'refused');
  return first && isAll ? `the app turned it away (#${first.n}, ${first.fields.disposition})` : undefined;
}

/** The first copy failed, and the copy that could have mended it was dropped. */
function droppedRetry(timeline: Timeline): string | undefined {
  const deliveries = ofKind(timeline, 'delivery');
  const [first] = deliveries;
  const dropped = deliveries.find(isDropped);
  if (!first || !dropped || dropped === first) return undefined;
  const how =
    first.fields.status === undefined || first.fields.status < 300 ? 'made nothing' : `failed (${first.fields.status})`;
  return `the first copy (#${first.n}) ${how}, and the retry was dropped (#${dropped.n}, ${dropped.fields.disposition})`;
}

function isDropped({ fields }: Delivery): boolean {
  const isRetry = (fields.retry_num ?? 0) > 0;
  return isRetry && (fields.disposition === 'filtered' || fields.disposition === 'refused');
}

/** The guard was told "seen" before the work was done, so that a repeat found it done. */
function markedBeforeWork(timeline: Timeline): string | undefined {
  const mark = ofKind(timeline, 'guard').find(({ fields }) => fields.result === 'claimed');
  const hit = ofKind(timeline, 'guard').find(({ fields }) => fields.result === 'hit');
  const repeat = ofKind(timeline, 'delivery').find(({ fields }) => fields.disposition === 'duplicate');
  const turnedAway = hit ?? repeat;
  const failed = [...ofKind(timeline, 'run'), ...ofKind(timeline, 'attempt')].find(isFailed);
  if (!mark || !turnedAway || !failed) return undefined;
  return `it was marked as seen (#${mark.n}) before the work failed (#${failed.n}), and the repeat was turned away for it (#${turnedAway.n})`;
}

/** Answered with 2xx, so nobody sends it again; then the work ended without a result. */
function diedAfterAnswer(timeline: Timeline): string | undefined {
  const answered = ofKind(timeline, 'delivery').find(({ fields }) => (fields.status ?? 500) < 300);
  if (!answered) return undefined;
  const crash = ofKind(timeline, 'lifecycle').find(({ n, fields }) => fields.what === 'crashed' && n > answered.n);
  const works = [...ofKind(timeline, 'attempt'), ...ofKind(timeline, 'run')];
  const failed = works.find(isFailed);
  if (crash) return `it was answered (#${answered.n}), and the process crashed after that (#${crash.n})`;
  if (failed) {
    const code = failed.fields.error_code === undefined ? '' : `, ${failed.fields.error_code}`;
    return `it was answered (#${answered.n}), and the work failed after that (#${failed.n}${code})`;
  }
  const unended = works.find(
    ({ fields }) => fields.finished_at === undefined && (fields.outcome ?? 'running') === 'running',
  );
  return (
    unended &&
    `it was answered (#${answered.n}), and the work that began after that never came to an end (#${unended.n})`
  );
}

/** A source that sees jobs saw none. */
function neverEnqueued(timeline: Timeline): string | undefined {
  const seesJobs = timeline.coverage.some(({ sees }) => sees.includes('job') || sees.includes('attempt'));
  const hasJobs = timeline.facts.some(({ kind }) => kind === 'job' || kind === 'attempt' || kind === 'call');
  const accepted = ofKind(timeline, 'delivery').find(({ fields }) => fields.disposition === 'accepted');
  return seesJobs && !hasJobs && accepted ? `it was registered (#${accepted.n}) and never enqueued` : undefined;
}

function isFailed({ fields }: FactOf<'run'> | FactOf<'attempt'>): boolean {
  return fields.outcome === 'failed' || fields.outcome === 'lost';
}
