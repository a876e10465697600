// Does a body of GitHub tell what happens once? Its signature covers the body and no header, so that whoever has captured a request
// can send it again under a GUID of his own.
// https://docs.github.com/en/webhooks/webhook-events-and-payloads
import { at, field, idOf, isId } from '../value.ts';

/** Once in the life of an object, which has an id of its own. */
const once: Readonly<Record<string, readonly string[]>> = {
  opened: ['issue', 'pull_request'],
  created: ['comment', 'discussion', 'release', 'deployment', 'deployment_status'],
  submitted: ['review'],
  deleted: ['comment', 'issue', 'discussion', 'release'],
};
/** Each time at a time of its own, which stands in the object. */
const stamped: Readonly<Record<string, readonly string[]>> = {
  closed: ['issue', 'pull_request'],
  reopened: ['issue', 'pull_request'],
  edited: ['comment', 'review', 'issue', 'pull_request', 'discussion', 'release'],
};
/** The object itself stands beside what it is about: a comment beside its issue, a review beside its pull request. */
const inner = ['comment', 'review', 'deployment_status'];

/**
 * False where the same bytes can be two wishes (`workflow_dispatch` and `repository_dispatch` with the same inputs, a member who is
 * added again, a check that is asked for again), and for whatever is not known here: there the GUID alone decides.
 */
export function comesOnce(payload: unknown): boolean {
  const action = idOf(field(payload, 'action'));
  if (action === undefined) return isPush(payload);
  if (action === 'completed' && field(payload, 'workflow_run') !== undefined)
    return hasId(payload, 'workflow_run') && Number.isInteger(at(payload, 'workflow_run', 'run_attempt'));
  const name = inner.find((one) => field(payload, one) !== undefined);
  const isOf = (names: Readonly<Record<string, readonly string[]>>) =>
    Object.hasOwn(names, action) &&
    names[action]?.some((one) => hasId(payload, one) && (name === undefined || name === one));
  if (isOf(once)) return true;
  return isOf(stamped) === true && isStamped(payload, name, stamped[action] ?? []);
}

function hasId(payload: unknown, name: string): boolean {
  return isId(at(payload, name, 'id'));
}

function isStamped(payload: unknown, name: string | undefined, names: readonly string[]): boolean {
  const object = name ?? names.find((one) => hasId(payload, one));
  return object !== undefined && idOf(at(payload, object, 'updated_at')) !== undefined;
}

/** From one commit to another at one second. */
function isPush(payload: unknown): boolean {
  const ends = ['ref', 'before', 'after'].map((name) => idOf(field(payload, name)));
  return !ends.includes(undefined) && Number.isInteger(at(payload, 'repository', 'pushed_at'));
}
