// The findings that a team accepted when it began: a file of fingerprints, sorted so that it can be merged.
import type { Baseline, FoundItem } from '../model/findings-document.ts';

/** `kept`: entries that stay whatever was found. */
export function baselineOf(items: readonly FoundItem[], kept: Baseline['findings'] = []): Baseline {
  const findings = items.map(({ fingerprint, rule, location }) => ({ fingerprint, rule, file: location.file }));
  return { version: 1, findings: [...findings, ...kept].toSorted(byName) };
}

export function without(baseline: Baseline, entries: Baseline['findings']): Baseline {
  const gone = new Set(entries.map(({ fingerprint }) => fingerprint));
  return {
    version: 1,
    findings: baseline.findings.filter(({ fingerprint }) => !gone.has(fingerprint)).toSorted(byName),
  };
}

/** Entries that no finding of today has. */
export function stale(baseline: Baseline, items: readonly FoundItem[]): Baseline['findings'] {
  const here = new Set(items.map(({ fingerprint }) => fingerprint));
  return baseline.findings.filter(({ fingerprint }) => !here.has(fingerprint));
}

/** Entries of rules that are another tool's to judge: several tools share one file. An entry of no rule at all is anybody's. */
export function ofOthers(
  entries: Baseline['findings'],
  own: readonly string[],
  known: readonly string[],
): Baseline['findings'] {
  return entries.filter(({ rule }) => known.includes(rule) && !own.includes(rule));
}

export function baselineText(baseline: Baseline): string {
  return `${JSON.stringify(baseline, undefined, 2)}\n`;
}

type Entry = Baseline['findings'][number];

function byName(a: Entry, b: Entry): number {
  const [x, y] = [a, b].map(({ file, rule, fingerprint }) => `${file}\0${rule}\0${fingerprint}`);
  return (x as string) < (y as string) ? -1 : 1;
}
