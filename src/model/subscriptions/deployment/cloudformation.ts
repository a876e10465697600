// AWS SAM and CloudFormation. https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/
import type { ManifestNode, SubscriptionFile } from '../../subscription-file.ts';
import { at, type Entry, entriesOf, itemsOf, numberOf, textOf, textsOf } from '../nodes.ts';
import type { DeployedFunction, Deployment, Trigger, TriggerKind } from './deployment.ts';
import { figureOf } from './figure.ts';
import { queuesIn } from './queues.ts';
import { referenceOf } from './reference.ts';

/** Lambda stops a function after so many seconds when nothing is said. */
const defaultTimeoutS = 3;

export function cloudFormation(file: SubscriptionFile): Deployment {
  const resources = at(file.root, 'Resources');
  const globals = at(file.root, 'Globals', 'Function');
  const typed = (...types: readonly string[]) =>
    entriesOf(resources).filter(({ value }) => types.includes(textOf(at(value, 'Type')) ?? ''));
  const mappings = typed('AWS::Lambda::EventSourceMapping').map((entry) => ({
    owner: referenceOf(at(entry.value, 'Properties', 'FunctionName')),
    trigger: mappingOf(entry),
  }));
  const invokeConfigs = typed('AWS::Lambda::EventInvokeConfig').map(({ value }) => at(value, 'Properties'));
  const subscriptions = typed('AWS::SNS::Subscription').map((entry) => ({
    owner: referenceOf(at(entry.value, 'Properties', 'Endpoint')),
    trigger: triggerOf('sns', entry, at(entry.value, 'Properties'), 'TopicArn'),
  }));
  const functions = typed('AWS::Serverless::Function', 'AWS::Lambda::Function').map((entry) => {
    const id = String(entry.key.value);
    const config = invokeConfigs.find((one) => referenceOf(at(one, 'FunctionName')) === id);
    const outside = [...mappings, ...subscriptions].filter(({ owner }) => owner === id).map(({ trigger }) => trigger);
    return functionOf(entry, globals, config, outside);
  });
  return { file, functions, queues: queuesIn(resources) };
}

function functionOf(
  { key, value }: Entry,
  globals: ManifestNode | undefined,
  config: ManifestNode | undefined,
  outside: readonly Trigger[],
): DeployedFunction {
  const properties = at(value, 'Properties');
  const isSam = textOf(at(value, 'Type')) === 'AWS::Serverless::Function';
  const invoke = at(properties, 'EventInvokeConfig') ?? (isSam ? at(globals, 'EventInvokeConfig') : undefined);
  const timeout = at(properties, 'Timeout') ?? (isSam ? at(globals, 'Timeout') : undefined);
  const destinations = [
    at(invoke, 'DestinationConfig', 'OnFailure'),
    at(config, 'DestinationConfig', 'OnFailure'),
    at(properties, 'DeadLetterQueue'),
    at(properties, 'DeadLetterConfig'),
    isSam ? at(globals, 'DeadLetterQueue') : undefined,
  ];
  return {
    id: String(key.value),
    location: key.location,
    timeoutS: figureOf(timeout, defaultTimeoutS, key.location),
    triggers: [...entriesOf(at(properties, 'Events')).flatMap(samTrigger), ...outside],
    hasFailureDestination: destinations.some((one) => one !== undefined),
    maximumRetries: numberOf(at(invoke, 'MaximumRetryAttempts') ?? at(config, 'MaximumRetryAttempts')),
  };
}

const samKinds: Readonly<Record<string, readonly [TriggerKind, string]>> = {
  SQS: ['sqs', 'Queue'],
  SNS: ['sns', 'Topic'],
  Api: ['http', 'Path'],
  HttpApi: ['http', 'Path'],
  Schedule: ['schedule', 'Schedule'],
  ScheduleV2: ['schedule', 'ScheduleExpression'],
  EventBridgeRule: ['events', 'Pattern'],
  CloudWatchEvent: ['events', 'Pattern'],
  S3: ['s3', 'Bucket'],
  DynamoDB: ['stream', 'Stream'],
  Kinesis: ['stream', 'Stream'],
};

function samTrigger(entry: Entry): Trigger[] {
  const [kind, key] = samKinds[textOf(at(entry.value, 'Type')) ?? ''] ?? [];
  return kind && key ? [triggerOf(kind, entry, at(entry.value, 'Properties'), key)] : [];
}

function mappingOf(entry: Entry): Trigger {
  const properties = at(entry.value, 'Properties');
  const source = referenceOf(at(properties, 'EventSourceArn')) ?? '';
  const isStream = /:(dynamodb|kinesis):/.test(source) || at(properties, 'StartingPosition') !== undefined;
  return triggerOf(isStream ? 'stream' : 'sqs', entry, properties, 'EventSourceArn');
}

function triggerOf(kind: TriggerKind, { key }: Entry, properties: ManifestNode | undefined, source: string): Trigger {
  const filter = at(properties, 'FilterCriteria') ?? at(properties, 'FilterPolicy') ?? at(properties, 'Events');
  const method = kind === 'http' ? textOf(at(properties, 'Method')) : undefined;
  return {
    kind,
    source: referenceOf(at(properties, source)),
    path: kind === 'http' ? textOf(at(properties, 'Path')) : undefined,
    location: key.location,
    batchSize: numberOf(at(properties, 'BatchSize')),
    hasPartialResponse: reportsFailures(at(properties, 'FunctionResponseTypes')),
    filter: `${method?.toLowerCase() ?? ''}${filter ? shapeOf(filter) : ''}`,
  };
}

export function reportsFailures(node: ManifestNode | undefined): boolean {
  return node?.shape === 'deferred' || textsOf(node).some(({ value }) => value === 'ReportBatchItemFailures');
}

/** Enough to tell two filters apart. */
export function shapeOf(node: ManifestNode): string {
  if (node.shape === 'map') return `{${node.entries.map(({ key, value }) => `${key.value}:${shapeOf(value)}`).join()}}`;
  if (node.shape === 'list') return `[${itemsOf(node).map(shapeOf).join()}]`;
  return node.shape === 'deferred' ? node.expression : String(node.value);
}
