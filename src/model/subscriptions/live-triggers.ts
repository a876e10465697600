// Triggers and hooks that exist now, as the providers' own commands list them.
import type { LintInput } from '../lint-input.ts';
import type { Location } from '../rule.ts';
import type { ManifestNode } from '../subscription-file.ts';
import { at, flagOf, itemsOf, textOf, textsOf } from './nodes.ts';

export interface LiveTrigger {
  readonly kind: string;
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** Empty: everything. */
  readonly events: readonly string[];
  readonly location: Location;
}

/** Only those that are switched on. */
export function liveTriggers({ files }: Pick<LintInput, 'files'>): LiveTrigger[] {
  return files
    .filter(({ kind }) => kind === 'live-triggers')
    .flatMap(({ root }) => readers.flatMap((read) => read(root)));
}

const readers: readonly ((root: ManifestNode) => LiveTrigger[])[] = [
  // aws lambda list-event-source-mappings
  (root) =>
    itemsOf(at(root, 'EventSourceMappings')).flatMap((item) =>
      // Two mappings of one queue share its messages; two of one stream each read all of it.
      /^(Disabled|Disabling|Deleting)$/.test(word(item, 'State')) || word(item, 'EventSourceArn').includes(':sqs:')
        ? []
        : trigger(
            'event source mapping',
            item,
            word(item, 'UUID'),
            word(item, 'EventSourceArn'),
            word(item, 'FunctionArn'),
          ),
    ),
  // aws sns list-subscriptions
  (root) =>
    itemsOf(at(root, 'Subscriptions')).flatMap((item) =>
      trigger('SNS subscription', item, word(item, 'SubscriptionArn'), word(item, 'TopicArn'), word(item, 'Endpoint')),
    ),
  // gh api repos/OWNER/REPO/hooks
  (root) =>
    itemsOf(root).flatMap((item) =>
      flagOf(at(item, 'active')) === false || at(item, 'config', 'url') === undefined
        ? []
        : trigger(
            'GitHub hook',
            item,
            number(item, 'id'),
            'GitHub',
            address(at(item, 'config', 'url')),
            named(item, 'events'),
          ),
    ),
  // stripe webhook_endpoints list
  (root) =>
    itemsOf(at(root, 'data')).flatMap((item) =>
      word(item, 'object') !== 'webhook_endpoint' || word(item, 'status') === 'disabled'
        ? []
        : trigger(
            'Stripe endpoint',
            item,
            word(item, 'id'),
            'Stripe',
            address(at(item, 'url')),
            named(item, 'enabled_events'),
          ),
    ),
  // gcloud pubsub subscriptions list --format json
  (root) =>
    itemsOf(root).flatMap((item) =>
      at(item, 'pushConfig', 'pushEndpoint') === undefined
        ? []
        : trigger(
            'Pub/Sub subscription',
            item,
            word(item, 'name'),
            word(item, 'topic'),
            address(at(item, 'pushConfig', 'pushEndpoint')),
          ),
    ),
];

function trigger(
  kind: string,
  { location }: ManifestNode,
  id: string,
  source: string,
  target: string,
  events: readonly string[] = [],
): LiveTrigger[] {
  return source === '' || target === '' ? [] : [{ kind, id, source, target, events, location }];
}

function word(item: ManifestNode, key: string): string {
  return textOf(at(item, key)) ?? '';
}

function number(item: ManifestNode, key: string): string {
  const node = at(item, key);
  return node?.shape === 'scalar' ? String(node.value) : '';
}

/** `*` is how hooks say everything. */
function named(item: ManifestNode, key: string): string[] {
  const names = textsOf(at(item, key)).map(({ value }) => value);
  return names.includes('*') ? [] : names;
}

/** Two spellings of one address are one. */
function address(node: ManifestNode | undefined): string {
  return (textOf(node) ?? '').replace(/^(\w+:\/\/[^/]*)/, (origin) => origin.toLowerCase()).replace(/\/+$/, '');
}
