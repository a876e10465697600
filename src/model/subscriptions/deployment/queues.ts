// Queues among the resources of a template. https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-sqs-queue.html
import type { ManifestNode } from '../../subscription-file.ts';
import { at, entriesOf, flagOf, textOf } from '../nodes.ts';
import type { DeployedQueue } from './deployment.ts';
import { figureOf } from './figure.ts';

/** SQS hides a received message for so long when nothing is said. */
const defaultVisibilityS = 30;

export function queuesIn(resources: ManifestNode | undefined): DeployedQueue[] {
  return entriesOf(resources).flatMap(({ key, value }) => {
    if (textOf(at(value, 'Type')) !== 'AWS::SQS::Queue') return [];
    const properties = at(value, 'Properties');
    const name = textOf(at(properties, 'QueueName'));
    const redrive = at(properties, 'RedrivePolicy');
    const count = at(redrive, 'maxReceiveCount');
    return [
      {
        names: [String(key.value), ...(name === undefined ? [] : [name])],
        location: key.location,
        visibilityS: figureOf(at(properties, 'VisibilityTimeout'), defaultVisibilityS, key.location),
        isFifo: flagOf(at(properties, 'FifoQueue')) === true || name?.endsWith('.fifo') === true,
        hasDeadLetters: redrive !== undefined,
        receiveCount: count && figureOf(count, 0, count.location),
      },
    ];
  });
}
