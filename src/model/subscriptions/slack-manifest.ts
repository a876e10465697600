// A Slack app manifest as the rules ask about it. Both schema versions have the same keys here.
import type { LintInput } from '../lint-input.ts';
import type { Location } from '../rule.ts';
import type { ManifestNode, SubscriptionFile } from '../subscription-file.ts';
import { at, entryOf, flagOf, itemsOf, textOf, textsOf } from './nodes.ts';

export interface Named {
  readonly name: string;
  readonly location: Location;
}

export interface Subscribed extends Named {
  /** Listed under user_events: needs a user scope. */
  readonly byUser: boolean;
}

export interface SlackManifest {
  readonly file: SubscriptionFile;
  readonly root: ManifestNode;
  readonly name: string | undefined;
  readonly events: readonly Subscribed[];
  readonly commands: readonly Named[];
  readonly shortcuts: readonly (Named & { readonly type: string | undefined })[];
  /** Undefined where the file lists none, which is not the same as an empty list. */
  readonly botScopes: readonly string[] | undefined;
  readonly userScopes: readonly string[] | undefined;
  readonly socketMode: Named & { readonly on: boolean };
  /** The address for events; undefined when the file names none, or leaves it to somebody else. */
  readonly requestUrl: Named | undefined;
  /** Every address to which Slack would send something. */
  readonly addresses: readonly Named[];
}

export function slackManifests({ files }: Pick<LintInput, 'files'>): SlackManifest[] {
  return files.filter(({ kind }) => kind === 'slack-manifest').map(manifestOf);
}

function manifestOf(file: SubscriptionFile): SlackManifest {
  const { root } = file;
  const events = at(root, 'settings', 'event_subscriptions');
  const scopes = at(root, 'oauth_config', 'scopes');
  const socket = entryOf(at(root, 'settings'), 'socket_mode_enabled');
  const commands = itemsOf(at(root, 'features', 'slash_commands'));
  const requestUrl = named(at(events, 'request_url'));
  return {
    file,
    root,
    name: textOf(at(root, 'display_information', 'name')),
    events: [
      ...textsOf(at(events, 'bot_events')).map((node) => subscribed(node.value, node.location, false)),
      ...textsOf(at(events, 'user_events')).map((node) => subscribed(node.value, node.location, true)),
    ],
    commands: commands.flatMap((item) => named(at(item, 'command')) ?? []),
    shortcuts: itemsOf(at(root, 'features', 'shortcuts')).flatMap((item) => {
      const id = named(at(item, 'callback_id'));
      return id ? [{ ...id, type: textOf(at(item, 'type')) }] : [];
    }),
    botScopes: scopesIn(at(scopes, 'bot'), at(scopes, 'bot_optional')),
    userScopes: scopesIn(at(scopes, 'user'), at(scopes, 'user_optional')),
    socketMode: {
      name: 'socket_mode_enabled',
      location: socket?.key.location ?? root.location,
      on: flagOf(socket?.value) === true,
    },
    requestUrl,
    addresses: [
      requestUrl,
      named(at(root, 'settings', 'interactivity', 'request_url')),
      named(at(root, 'settings', 'interactivity', 'message_menu_options_url')),
      ...commands.map((item) => named(at(item, 'url'))),
    ].filter((one) => one !== undefined),
  };
}

function subscribed(name: string, location: Location, byUser: boolean): Subscribed {
  return { name, location, byUser };
}

function named(node: ManifestNode | undefined): Named | undefined {
  const name = textOf(node);
  return node && name !== undefined ? { name, location: node.location } : undefined;
}

function scopesIn(...lists: readonly (ManifestNode | undefined)[]): string[] | undefined {
  const given = lists.filter((list) => list !== undefined);
  return given.length === 0 ? undefined : given.flatMap((list) => textsOf(list).map(({ value }) => value));
}
