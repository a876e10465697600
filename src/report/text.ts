// The trace for a person: the answer first, then the facts that prove it, then what to do and what nobody looked at.
import type { Report } from '../model/report.ts';
import type { TraceDocument } from '../model/trace-document.ts';
import { copiesTable } from './text/copies.ts';
import { factsOf } from './text/facts.ts';
import { paperFor } from './text/paper.ts';
import { plain } from './text/plain.ts';
import { sectionsOf } from './text/sections.ts';
import { verdictOf } from './text/verdict.ts';

export const text: Report<TraceDocument> = {
  format: 'text',
  render(document, look) {
    const paper = paperFor(look);
    if (look.plain) return plain(document, paper);
    const lines = [
      ...[...verdictOf(document, paper), ''],
      ...[...factsOf(document, paper), ''],
      ...copiesTable(document, paper),
      ...sectionsOf(document, paper),
    ];
    return `${lines.join('\n')}\n`;
  },
};
