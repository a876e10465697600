// The Serverless Framework. https://www.serverless.com/framework/docs/providers/aws/guide/serverless.yml
import type { ManifestNode, SubscriptionFile } from '../../subscription-file.ts';
import { at, type Entry, entriesOf, flagOf, itemsOf, numberOf, textOf } from '../nodes.ts';
import { reportsFailures, shapeOf } from './cloudformation.ts';
import type { DeployedFunction, Deployment, Trigger, TriggerKind } from './deployment.ts';
import { figureOf } from './figure.ts';
import { queuesIn } from './queues.ts';
import { referenceOf } from './reference.ts';

/** The framework sets so many seconds when nothing is said. */
const defaultTimeoutS = 6;

export function serverless(file: SubscriptionFile): Deployment {
  const { root } = file;
  const resources = at(root, 'resources', 'Resources');
  const lists = itemsOf(at(root, 'resources')).map((item) => at(item, 'Resources'));
  return {
    file,
    functions: entriesOf(at(root, 'functions')).map((entry) => functionOf(entry, at(root, 'provider'))),
    queues: [resources, ...lists].flatMap(queuesIn),
  };
}

function functionOf({ key, value }: Entry, provider: ManifestNode | undefined): DeployedFunction {
  const destinations = [at(value, 'destinations', 'onFailure'), at(value, 'onError'), at(value, 'deadLetter')];
  return {
    id: String(key.value),
    location: key.location,
    timeoutS: figureOf(at(value, 'timeout') ?? at(provider, 'timeout'), defaultTimeoutS, key.location),
    triggers: itemsOf(at(value, 'events')).flatMap(triggerOf),
    hasFailureDestination: destinations.some((one) => one !== undefined),
    maximumRetries: numberOf(at(value, 'maximumRetryAttempts')),
  };
}

const kinds: Readonly<Record<string, TriggerKind>> = {
  sqs: 'sqs',
  sns: 'sns',
  http: 'http',
  httpApi: 'http',
  schedule: 'schedule',
  eventBridge: 'events',
  s3: 's3',
  stream: 'stream',
};

function triggerOf(item: ManifestNode): Trigger[] {
  // `- httpApi: 'POST /slack/events'` and `- httpApi: { path, method }` are one thing.
  const [entry] = entriesOf(item);
  const kind = kinds[String(entry?.key.value)];
  if (!entry || !kind) return [];
  const { key, value } = entry;
  const short = textOf(value);
  const path = kind === 'http' ? (short?.split(' ').at(-1) ?? textOf(at(value, 'path'))) : undefined;
  const source = at(value, 'arn') ?? at(value, 'topicName') ?? at(value, 'bucket') ?? at(value, 'rate');
  const filter = at(value, 'filterPatterns') ?? at(value, 'filterPolicy') ?? at(value, 'pattern') ?? at(value, 'event');
  const method = textOf(at(value, 'method')) ?? (kind === 'http' ? short?.split(' ')[0] : undefined);
  if (flagOf(at(value, 'enabled')) === false) return [];
  return [
    {
      kind,
      source:
        kind === 'http' ? path : (referenceOf(source) ?? (value.shape === 'map' ? undefined : referenceOf(value))),
      path,
      location: key.location,
      batchSize: numberOf(at(value, 'batchSize')),
      hasPartialResponse:
        reportsFailures(at(value, 'functionResponseTypes')) ||
        textOf(at(value, 'functionResponseType')) === 'ReportBatchItemFailures',
      filter: `${method?.toLowerCase() ?? ''}${filter ? shapeOf(filter) : ''}`,
    },
  ];
}
