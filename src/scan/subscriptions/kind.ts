// What a file is, told from its content: the same template has many names.
import type { ManifestNode, SubscriptionFileKind } from '../../model/subscription-file.ts';
import { at, entriesOf, entryOf, itemsOf, textOf } from '../../model/subscriptions/nodes.ts';

/** Undefined: well-formed, but nothing that declares subscriptions. */
export function kindOf(root: ManifestNode): SubscriptionFileKind | undefined {
  return kinds.find(([, fits]) => fits(root))?.[0];
}

const kinds: readonly (readonly [SubscriptionFileKind, (root: ManifestNode) => boolean])[] = [
  ['slack-manifest', isManifest],
  ['sam-template', isSam],
  ['cloudformation-template', isCloudFormation],
  ['serverless-config', isServerless],
  ['live-triggers', isExport],
];

function isManifest(root: ManifestNode): boolean {
  if (entryOf(root, 'display_information')) return true;
  const parts = ['features', 'oauth_config', 'settings'].filter((key) => entryOf(root, key));
  return (
    parts.length >= 2 ||
    at(root, 'settings', 'event_subscriptions') !== undefined ||
    at(root, 'settings', 'socket_mode_enabled') !== undefined
  );
}

function isSam(root: ManifestNode): boolean {
  const transform = at(root, 'Transform');
  const names = [textOf(transform), ...itemsOf(transform).map(textOf)];
  return (
    names.some((name) => name?.startsWith('AWS::Serverless')) ||
    resourceTypes(root).some((type) => type.startsWith('AWS::Serverless::'))
  );
}

function isCloudFormation(root: ManifestNode): boolean {
  return resourceTypes(root).some((type) => type.startsWith('AWS::'));
}

function resourceTypes(root: ManifestNode): string[] {
  return entriesOf(at(root, 'Resources')).flatMap(({ value }) => textOf(at(value, 'Type')) ?? []);
}

function isServerless(root: ManifestNode): boolean {
  return entryOf(root, 'provider') !== undefined && entryOf(root, 'functions') !== undefined;
}

/** What `aws lambda list-event-source-mappings`, `aws sns list-subscriptions`, GitHub, Stripe and Pub/Sub answer. */
function isExport(root: ManifestNode): boolean {
  if (at(root, 'EventSourceMappings')?.shape === 'list' || at(root, 'Subscriptions')?.shape === 'list') return true;
  const items = [...itemsOf(root), ...itemsOf(at(root, 'data')), ...itemsOf(at(root, 'subscriptions'))];
  return (
    items.length > 0 &&
    items.every(
      (item) =>
        (at(item, 'config', 'url') !== undefined && at(item, 'events') !== undefined) ||
        textOf(at(item, 'object')) === 'webhook_endpoint' ||
        /^projects\/.+\/subscriptions\//.test(textOf(at(item, 'name')) ?? ''),
    )
  );
}

/**
 * Of a web app, a browser extension, or of Kubernetes and what is written like it: other files that are called manifest.json,
 * manifest.yaml and template.yaml. https://www.w3.org/TR/appmanifest/
 */
export function isOtherManifest(root: ManifestNode): boolean {
  const has = (key: string) => entryOf(root, key) !== undefined;
  if (has('manifest_version')) return has('name') && has('version');
  if (has('apiVersion') && has('kind')) return true;
  const named = has('name') || has('short_name');
  return named && ['start_url', 'icons', 'display', 'scope', 'theme_color', 'background_color'].some(has);
}
