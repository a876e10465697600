// Has the manifest the form that Slack reads, as far as subscriptions are concerned?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import type { ManifestNode } from '../model/subscription-file.ts';
import { at, entriesOf, itemsOf, textOf } from '../model/subscriptions/nodes.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

interface Args {
  readonly where: string;
  readonly fault: string;
}

export const invalidManifest = defineRule<LintInput, Args>({
  id: 'invalid-manifest',
  title: 'The manifest has a form that Slack does not read',
  severity: 'error',
  problem:
    'A list that is a text, a command without its slash or a key that stands twice is refused by Slack when the manifest is saved. The published schema is behind the documentation, so only what both agree on is told here.',
  fix: ['Correct the place; Slack itself judges a manifest with apps.manifest.validate.'],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ root, commands }) => [
      ...shapes.flatMap(([path, shape]) => wrongShape(at(root, ...path), path.join('.'), shape)),
      ...commands
        .filter(({ name }) => !/^\/\S{1,31}$/.test(name))
        .map(({ name, location }) => fault(location, name, 'a command begins with a slash and has no space')),
      ...itemsOf(at(root, 'features', 'shortcuts')).flatMap((item) => shortcutFaults(item)),
      ...['', 'settings', 'features', 'oauth_config'].flatMap((part) =>
        repeatedKeys(part === '' ? root : at(root, part), part),
      ),
    ]);
  },
  say: ({ where, fault: what }) => `${where}: ${what}.`,
});

const shapes: readonly (readonly [readonly string[], 'map' | 'list'])[] = [
  [['settings'], 'map'],
  [['features'], 'map'],
  [['settings', 'event_subscriptions'], 'map'],
  [['settings', 'event_subscriptions', 'bot_events'], 'list'],
  [['settings', 'event_subscriptions', 'user_events'], 'list'],
  [['features', 'slash_commands'], 'list'],
  [['features', 'shortcuts'], 'list'],
  [['oauth_config', 'scopes'], 'map'],
  [['oauth_config', 'scopes', 'bot'], 'list'],
  [['oauth_config', 'scopes', 'user'], 'list'],
];

function fault(location: ManifestNode['location'], where: string, what: string) {
  return found('invalid-manifest', location, { where, fault: what });
}

function wrongShape(node: ManifestNode | undefined, where: string, shape: 'map' | 'list') {
  if (node === undefined || node.shape === shape || node.shape === 'deferred') return [];
  // An empty key in YAML is null, which is as good as absent.
  if (node.shape === 'scalar' && node.value === null) return [];
  return [fault(node.location, where, shape === 'list' ? 'this must be a list' : 'this must be a group of keys')];
}

function shortcutFaults(item: ManifestNode) {
  const type = textOf(at(item, 'type'));
  const place = at(item, 'type')?.location ?? item.location;
  if (type === undefined || type === 'message' || type === 'global') return [];
  return [fault(place, `type ${type}`, 'a shortcut is of type message or global')];
}

function repeatedKeys(node: ManifestNode | undefined, part: string) {
  const entries = entriesOf(node);
  return entries.flatMap(({ key }, i) =>
    entries.findIndex((one) => one.key.value === key.value) === i
      ? []
      : [
          fault(
            key.location,
            [part, key.value].filter(Boolean).join('.'),
            'this key stands here a second time, and only one of the two holds',
          ),
        ],
  );
}
