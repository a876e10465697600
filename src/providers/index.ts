// Which senders of events does this program know, and which of them does an id mean?
import type { Provider } from '../model/provider.ts';
import { slack } from './slack.ts';

/** By family: the part of an id before the first dot. Each makes the provider under the full id. */
const families: Readonly<Record<string, (id: string) => Provider>> = { slack };

/** One of each family, under its plain name. */
export const providers: readonly Provider[] = Object.entries(families).map(([id, make]) => make(id));

/** `slack`, or `slack.support` where one database serves several apps. Undefined: no such family, or not an id. */
export function providerOf(id: string): Provider | undefined {
  const family = /^([a-z]+)(?:\.[a-z0-9][a-z0-9_-]*)?$/.exec(id)?.[1];
  return family !== undefined && Object.hasOwn(families, family) ? families[family]?.(id) : undefined;
}
