// Which facts are shown when there are too many to read: those that a finding or a record stands on.
import type { Look } from '../../model/report.ts';
import type { TraceDocument } from '../../model/trace-document.ts';

/** A timeline up to this length is shown whole: two screens. */
const readable = 60;
/** The most that is shown of a longer one. */
const most = 40;

export interface Folded {
  readonly facts: TraceDocument['facts'];
  readonly left: number;
}

export function fold(document: TraceDocument, look: Look): Folded {
  if (look.verbose || look.plain) return { facts: document.facts, left: 0 };
  return foldTo(document, readable, most);
}

/** Up to `whole` facts stay as they are; of more than that those that matter stay, up to `atMost`. */
export function foldTo(document: TraceDocument, whole: number, atMost: number): Folded {
  const { facts } = document;
  if (facts.length <= whole) return { facts, left: 0 };
  const matter = new Set([
    ...document.findings.flatMap((finding) => finding.facts),
    ...document.records.map((record) => record.fact),
    ...document.refuted.flatMap((theory) => theory.facts),
  ]);
  const chosen = facts.filter(({ n }) => matter.has(n));
  const shown = (chosen.length === 0 ? facts : chosen).slice(0, atMost);
  return { facts: shown, left: facts.length - shown.length };
}
