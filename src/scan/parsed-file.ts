// What a reader of manifests and templates yields: the parsed file with positions, or why it is none.
import type { Location } from '../model/rule.ts';
import type { SubscriptionFile } from '../model/subscription-file.ts';

export type ParsedFile =
  | { readonly state: 'parsed'; readonly file: SubscriptionFile }
  /** Well-formed, but nothing that declares subscriptions. */
  | {
      readonly state: 'other';
      readonly file: string;
      /** It is the manifest of something else: a web app, a browser extension, Kubernetes. */
      readonly isOtherManifest?: true;
    }
  | { readonly state: 'broken'; readonly at: Location; readonly reason: string };
