// Are two manifests installed in one workspace? Only the configuration knows.
import type { LintInput, ManifestUse } from '../lint-input.ts';

export function useOf({ uses }: Pick<LintInput, 'uses'>, file: string): ManifestUse | undefined {
  return Object.hasOwn(uses, file) ? uses[file] : undefined;
}

export function installedApart(input: Pick<LintInput, 'uses'>, a: string, b: string): 'together' | 'apart' | 'unknown' {
  const [first, second] = [useOf(input, a), useOf(input, b)];
  if (!first?.workspaces.length || !second?.workspaces.length) return 'unknown';
  return first.workspaces.some((id) => second.workspaces.includes(id)) ? 'together' : 'apart';
}
