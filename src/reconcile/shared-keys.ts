// Which workspaces gave one target the same key? An object that carries it does not say whose it is.

export interface KeyUse {
  readonly target: string | undefined;
  readonly key: string | undefined;
  /** Undefined or empty: nobody wrote it down, which does not tell it apart. */
  readonly workspaceId: string | undefined;
}

/** The other workspaces of each use. Empty: the key is its own, as far as is known. */
export function sharedKeys(uses: Iterable<KeyUse>): (one: KeyUse) => readonly string[] {
  const workspaces = new Map<string, Set<string>>();
  for (const use of uses) {
    const name = nameOf(use);
    if (name === undefined || !use.workspaceId) continue;
    const own = workspaces.get(name);
    if (own) own.add(use.workspaceId);
    else workspaces.set(name, new Set([use.workspaceId]));
  }
  return (one) => {
    const all = workspaces.get(nameOf(one) ?? '');
    return all === undefined || all.size < 2 ? [] : [...all].filter((other) => other !== one.workspaceId);
  };
}

function nameOf({ target, key }: KeyUse): string | undefined {
  return target === undefined || key === undefined ? undefined : JSON.stringify([target, key]);
}
