// What the configuration adds to the files: which manifest is installed where, and the stores with their places.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Config } from '../config/load.ts';
import type { DedupeStore, Horizons, LintInput, ManifestUse } from '../model/lint-input.ts';
import type { Location } from '../model/rule.ts';
import { entryOf } from '../model/subscriptions/nodes.ts';
import { parseNodes } from '../scan/subscriptions/parse.ts';

type Configured = Omit<LintInput, 'files' | 'code'>;

const unknownHorizons: Horizons = {
  slackDelayedEvents: false,
  queueRedeliveryMs: undefined,
  redriveMs: undefined,
  operatorReplayMs: undefined,
};

export function configuredFor(
  config: Config,
  cwd: string,
  names: readonly string[],
): Configured & { readonly texts: [string, string][] } {
  const text = config.file === undefined ? undefined : textOf(resolve(cwd, config.file));
  return {
    uses: usesOf(config.manifests.value, cwd, names),
    productionWorkspaces: config.production_workspaces.value,
    stores: storesOf(config, text),
    horizons: config.replay_horizons.value ?? unknownHorizons,
    texts: config.file !== undefined && text !== undefined ? [[config.file, text]] : [],
  };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It was read a moment ago; without its text the findings have no line.
    return undefined;
  }
}

function usesOf(uses: Readonly<Record<string, ManifestUse>>, cwd: string, names: readonly string[]): LintInput['uses'] {
  return Object.fromEntries(
    names.flatMap((name) => {
      const use = uses[resolve(cwd, name)] ?? uses[relative(cwd, name)];
      return use ? [[name, use] as const] : [];
    }),
  );
}

function storesOf(config: Config, text: string | undefined): DedupeStore[] {
  const file = config.file ?? 'dedupe.config.yaml';
  const nodes = text === undefined || /\.m?js$/.test(file) ? undefined : parseNodes(file, text);
  const root = nodes?.state === 'read' ? nodes.root : undefined;
  const group = entryOf(root, 'dedupe_stores');
  const start: Location = { file, line: 1, column: 1 };
  return Object.entries(config.dedupe_stores.value).map(([name, { ttlMs, guards }]) => ({
    name,
    location: entryOf(group?.value, name)?.key.location ?? group?.key.location ?? start,
    ttlMs,
    guards,
  }));
}
