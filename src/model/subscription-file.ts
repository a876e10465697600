// What lint looks at: a file that declares subscriptions, parsed, every node with its place in the file.
import type { Location } from './rule.ts';

/** What the file is, told from its content and never from its name. */
export type SubscriptionFileKind =
  | 'slack-manifest'
  | 'sam-template'
  | 'cloudformation-template'
  | 'serverless-config'
  /** What a provider's API says of the triggers and hooks that exist now, saved as JSON. */
  | 'live-triggers';

interface Placed {
  /** From the first to behind the last character of the node. */
  readonly location: Location;
}

export interface MapNode extends Placed {
  readonly shape: 'map';
  /** In the order of the file; a key that stands twice is there twice. */
  readonly entries: readonly { readonly key: ScalarNode; readonly value: ManifestNode }[];
}

export interface ListNode extends Placed {
  readonly shape: 'list';
  readonly items: readonly ManifestNode[];
}

export interface ScalarNode extends Placed {
  readonly shape: 'scalar';
  readonly value: string | number | boolean | null;
}

/** A value that the file leaves to somebody else (`!Ref`, `${env:NAME}`): unknown, which is neither empty nor absent. */
export interface DeferredNode extends Placed {
  readonly shape: 'deferred';
  readonly expression: string;
}

export type ManifestNode = MapNode | ListNode | ScalarNode | DeferredNode;

export interface SubscriptionFile {
  /** Path as it was given on the command line. */
  readonly file: string;
  readonly kind: SubscriptionFileKind;
  readonly root: ManifestNode;
  /** As it stands in the file, for edits and for comments that switch a rule off. */
  readonly text: string;
}
