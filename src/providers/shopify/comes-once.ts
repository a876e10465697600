// Does a body of Shopify tell what happens once? Its signature covers the body and no header, so that whoever has captured a request
// can send it again under a webhook id of his own.
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
import { field, idOf, isId } from '../value.ts';

/** Once in the life of an object, which has an id of its own in all shops. */
const once = /^[a-z_]+\/(create|delete)$/;
/** A change of the object itself, whose time stands in it. */
const stamped = /^(orders|draft_orders|products|customers)\/[a-z_]+$/;

/**
 * False where equal bytes can be two events: an app that is uninstalled again, or a subscription that asked for the id alone
 * (`include_fields`). There the webhook id alone decides.
 */
export function comesOnce(topic: string, payload: unknown): boolean {
  if (!isId(field(payload, 'id'))) return false;
  return once.test(topic) || (stamped.test(topic) && idOf(field(payload, 'updated_at')) !== undefined);
}
