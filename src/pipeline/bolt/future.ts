// Bolt refuses requests that are stamped in the past, and takes those from the future: such a one could be replayed until then.
import type { Clock } from '../../model/instant.ts';
import { stampFault } from '../../providers/stamp.ts';
import type { BoltReceiver, Listener } from './shapes.ts';

/**
 * For receivers that hand each request to a `requestListener` of their own, as Bolt's HTTP receiver does, or through an
 * Express router: there this is asked before anything else that stands in it.
 */
export function refuseFuture(receiver: BoltReceiver, clock: Clock, refused: () => void): void {
  const guarded: (go: Listener) => Listener = (go) => (request, response) => {
    const stamp = String(request.headers['x-slack-request-timestamp']);
    if (stampFault(stamp, clock()) !== 'future') return go(request, response);
    refused();
    response.writeHead(401).end();
  };
  const { requestListener, router } = receiver;
  if (typeof requestListener === 'function')
    receiver.requestListener = guarded((request, response) => requestListener.call(receiver, request, response));
  if (router === undefined) return;
  router.use((request, response, next) => guarded(() => next())(request, response));
  router.stack.unshift(...router.stack.splice(-1));
}
