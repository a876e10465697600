// What two manifests of one app decide differently about what Slack sends, and where. Names and descriptions decide nothing, and what
// a file leaves to somebody else (`${env:URL}`) is unknown and no difference.
import type { Location } from '../rule.ts';
import type { ManifestNode } from '../subscription-file.ts';
import { at, everyNode, flagOf, itemsOf, textOf, textsOf } from './nodes.ts';
import type { SlackManifest } from './slack-manifest.ts';

export interface Difference {
  readonly what: string;
  readonly name: string;
  /** Where it stands alone; `both`: with another value. */
  readonly side: 'file' | 'live' | 'both';
  /** The live value. */
  readonly other: string;
  /** In the file: the thing itself, else where it would stand. */
  readonly place: Location;
  readonly live: Location | undefined;
}

type Item = { readonly name: string; readonly value: string; readonly location: Location };

const lists: readonly (readonly [what: string, path: readonly string[], key?: string, value?: string])[] = [
  ['the event', ['settings', 'event_subscriptions', 'bot_events']],
  ['the event for users', ['settings', 'event_subscriptions', 'user_events']],
  ['the scope', ['oauth_config', 'scopes', 'bot']],
  ['the scope for users', ['oauth_config', 'scopes', 'user']],
  ['the command', ['features', 'slash_commands'], 'command', 'url'],
  ['the shortcut', ['features', 'shortcuts'], 'callback_id', 'type'],
];
const texts: readonly (readonly [what: string, path: readonly string[]])[] = [
  ['the address for events', ['settings', 'event_subscriptions', 'request_url']],
  ['the address for interactivity', ['settings', 'interactivity', 'request_url']],
  ['the address for options', ['settings', 'interactivity', 'message_menu_options_url']],
];
const flags: readonly (readonly [what: string, path: readonly string[]])[] = [
  ['Socket Mode', ['settings', 'socket_mode_enabled']],
  ['interactivity', ['settings', 'interactivity', 'is_enabled']],
];

export function differences(file: SlackManifest, live: SlackManifest): Difference[] {
  // Over Socket Mode Slack uses no address, and its export may leave them out.
  const isSocket = file.socketMode.on && live.socketMode.on;
  return [
    ...lists.flatMap(([what, path, key, value]) =>
      inLists(what, { file: file.root, live: live.root }, path, key, isSocket && value === 'url' ? undefined : value),
    ),
    ...(isSocket ? [] : texts.flatMap(([what, path]) => inTexts(what, { file: file.root, live: live.root }, path))),
    ...flags.flatMap(([what, path]) => inFlags(what, { file: file.root, live: live.root }, path)),
  ];
}

interface Pair {
  readonly file: ManifestNode;
  readonly live: ManifestNode;
}

function inLists(
  what: string,
  { file, live }: Pair,
  path: readonly string[],
  key?: string,
  value?: string,
): Difference[] {
  const [own, there] = [itemsIn(at(file, ...path), key, value), itemsIn(at(live, ...path), key, value)];
  const place = nearest(file, path);
  const known = [...own.items, ...there.items].filter(
    ({ name }, i, all) => all.findIndex((one) => one.name === name) === i,
  );
  return known.flatMap(({ name }): Difference[] => {
    const here = own.items.find((one) => one.name === name);
    const other = there.items.find((one) => one.name === name);
    if (here && !other)
      return there.isWhole ? [{ what, name, side: 'file', other: '', place: here.location, live: undefined }] : [];
    if (!here && other)
      return own.isWhole ? [{ what, name, side: 'live', other: '', place, live: other.location }] : [];
    if (!here || !other || here.value === '' || other.value === '' || here.value === other.value) return [];
    const about = `the ${value} of ${name}`;
    return [
      { what: about, name: here.value, side: 'both', other: other.value, place: here.location, live: other.location },
    ];
  });
}

/** Not whole: somebody else adds to it. */
function itemsIn(node: ManifestNode | undefined, key?: string, value?: string): { items: Item[]; isWhole: boolean } {
  const isWhole = node === undefined || ![...everyNode(node)].some((one) => one.node.shape === 'deferred');
  if (key === undefined)
    return { items: textsOf(node).map((one) => ({ name: one.value, value: '', location: one.location })), isWhole };
  const items = itemsOf(node).flatMap((item) => {
    const name = at(item, key);
    const text = textOf(name);
    const about = value === undefined ? '' : (textOf(at(item, value)) ?? '');
    return name && text !== undefined ? [{ name: text, value: about, location: name.location }] : [];
  });
  return { items, isWhole };
}

function inTexts(what: string, { file, live }: Pair, path: readonly string[]): Difference[] {
  const [own, there] = [at(file, ...path), at(live, ...path)];
  if (own?.shape === 'deferred') return [];
  const [here, other] = [textOf(own) ?? '', textOf(there) ?? ''];
  if (here === other) return [];
  const side = other === '' ? 'file' : here === '' ? 'live' : 'both';
  const name = side === 'live' ? other : here;
  return [{ what, name, side, other, place: own?.location ?? nearest(file, path), live: there?.location }];
}

/** What is left out is off. */
function inFlags(what: string, { file, live }: Pair, path: readonly string[]): Difference[] {
  const [own, there] = [at(file, ...path), at(live, ...path)];
  if (own?.shape === 'deferred') return [];
  const [here, other] = [flagOf(own) === true, flagOf(there) === true];
  if (here === other) return [];
  const word = (on: boolean) => (on ? 'on' : 'off');
  const place = own?.location ?? nearest(file, path);
  return [{ what, name: word(here), side: 'both', other: word(other), place, live: there?.location }];
}

/** The deepest part of the path that is there. */
function nearest(root: ManifestNode, path: readonly string[]): Location {
  for (let length = path.length; length > 0; length--) {
    const found = at(root, ...path.slice(0, length));
    if (found) return firstLine(found.location);
  }
  return firstLine(root.location);
}

function firstLine({ file, line, column }: Location): Location {
  return { file, line, column };
}
