// Bolt refuses requests that are stamped in the past, and takes those from the future: such a one could be replayed until then.
import type { Clock } from '../../model/instant.ts';
import { stampFault } from '../../providers/stamp.ts';
import type { BoltReceiver } from './shapes.ts';

/** For receivers that hand each request to a `requestListener` of their own, as Bolt's HTTP receiver does. */
export function refuseFuture(receiver: BoltReceiver, clock: Clock, refused: () => void): void {
  const listener = receiver.requestListener;
  if (typeof listener !== 'function') return;
  receiver.requestListener = (request, response) => {
    const stamp = String(request.headers['x-slack-request-timestamp']);
    if (stampFault(stamp, clock()) !== 'future') return listener.call(receiver, request, response);
    refused();
    response.writeHead(401).end();
  };
}
