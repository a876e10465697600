// The dead letters as a table, and one of them in full.
import type { DeadLettersDocument } from '../model/dead-letters-document.ts';
import type { Look, Report } from '../model/report.ts';
import { columns } from './columns.ts';

type Letter = DeadLettersDocument['letters'][number];

export const deadLettersText: Report<DeadLettersDocument> = {
  format: 'text',
  render(document, look) {
    if (look.plain) return document.letters.map((letter) => cells(letter).join('\t')).join('\n');
    const lines = document.action === 'show' ? inFull(document, look) : table(document, look);
    return [...lines, ...closing(document)].join('\n');
  },
};

function table({ letters }: DeadLettersDocument, { width }: Look): string[] {
  if (letters.length === 0) return ['No dead letters.'];
  return columns([['ended', 'error', 'attempts', 'target', 'redrive', 'key'], ...letters.map(cells)], width, 0);
}

function cells({ ended_at, error_code, attempt, target, redrivable, redrive, source_event_key }: Letter): string[] {
  const possible = redrive ?? (redrivable ? 'possible' : 'not kept');
  return [ended_at ?? '-', error_code ?? '-', String(attempt), target ?? '-', possible, source_event_key];
}

function inFull({ letters }: DeadLettersDocument, { width }: Look): string[] {
  return letters.flatMap((letter) => [
    ...columns(
      Object.entries(letter)
        .filter(([name, value]) => value !== null && name !== 'redrive')
        .map(([name, value]) => [name, String(value)]),
      width,
      0,
    ),
    '',
  ]);
}

function closing({ action, letters, more }: DeadLettersDocument): string[] {
  const [first] = letters;
  if (first === undefined) return [];
  if (action === 'show') return [`The whole story: dedupe trace ${first.event_id ?? first.source_event_key}`];
  const rest = more ? ['', 'There are more: --limit shows them.'] : [];
  const planned = letters.filter(({ redrive }) => redrive === 'planned').length;
  const step = planned > 0 ? ['', `Nothing was changed. --apply sends ${planned} back to work.`] : [];
  return [...rest, ...step];
}
