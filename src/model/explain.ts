// Every cause over the same timeline: what fits, which of it came first, and what does not fit.
import { type Cause, type ChainLink, chainLinks, type Refutation } from './cause.ts';
import type { Finding } from './rule.ts';
import type { Theory } from './theory.ts';
import type { Timeline } from './timeline/timeline.ts';

export interface Explained {
  readonly cause: Cause;
  readonly finding: Finding;
  /** Primary: the first thing that, if removed, would have prevented the duplicate. */
  readonly role: 'primary' | 'contributing';
}

export interface Explanation {
  readonly findings: readonly Explained[];
  readonly refuted: readonly Refutation[];
}

/** `causes` in the catalogue's order, which settles ties. The earliest link comes first, however sure; only what is `open` stands behind. */
export function explain(timeline: Timeline, causes: readonly Cause[], theories: readonly Theory[] = []): Explanation {
  const found = causes.flatMap((cause) => cause.check(timeline).map((finding) => ({ cause, finding })));
  const ranked = found.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b));
  const foundIds = new Set(found.map(({ cause }) => cause.id));
  const refuted = causes.flatMap((cause) => {
    const refutation = foundIds.has(cause.id) ? undefined : cause.refute?.(timeline);
    return refutation ? [{ rule: cause.id, ...refutation }] : [];
  });
  const stated = theories.flatMap((theory) => {
    const refutation = theory.refute(timeline);
    return refutation ? [{ rule: theory.id, ...refutation }] : [];
  });
  return {
    findings: ranked.map((one, i) => ({ ...one, role: i === 0 ? 'primary' : 'contributing' })),
    refuted: [...refuted, ...stated],
  };
}

/** What was lost from the evidence explains nothing that something else explains; what is open explains least. */
function rank({ cause, finding }: { cause: Cause; finding: Finding }): number {
  if (finding.certainty === 'open') return 2;
  return cause.isEvidenceGap ? 1 : 0;
}

function depth(found: { cause: Cause; finding: Finding }): number {
  return chainLinks.indexOf(linkOf(found));
}

/** Where in the chain this finding deviates. */
export function linkOf({ cause, finding }: { cause: Cause; finding: Finding }): ChainLink {
  return cause.linkOf?.(finding.args) ?? cause.deviatesAt;
}
