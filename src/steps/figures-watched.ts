// Can the ten figures be read, and does none of them stand in alarm without anybody having looked?
import type { Checkup, Step, Witness } from '../model/checkup.ts';
import { type Figure, type FigureId, figureIds, figureTitles } from '../model/figures.ts';
import { all, cannotTell, of, shows, speaksAgainst } from '../model/witness.ts';

export const figuresWatched: Step = {
  id: 'figures-watched',
  title: 'The ten figures are watched',
  problem:
    'A duplicate announces itself: answers grow slow, retries come in, a guard is hit more often, an operation stays unknown. Whoever watches ten ' +
    'figures sees it before a customer does; one that nobody keeps cannot be watched.',
  signs: [
    'each of the ten that logs or the schema show (dedupe scan --figures, dedupe metrics)',
    'what stands in alarm now: operations of unknown outcome, and what was given up',
  ],
  fix: [
    'Scrape /metrics of serve and work, or let dedupe metrics write its text; the folder monitoring has alerts and a dashboard.',
    'Without the pipeline: dedupe scan --figures --format json from a cron job.',
    'Settle what is unknown (dedupe reconcile) and what was given up (dedupe dead-letters list).',
  ],
  aspects: (checkup) => figureIds.map((id) => all(figureTitles[id], ofFigure(checkup, id))),
};

function ofFigure({ figures }: Checkup, id: FigureId): readonly Witness[] {
  return of('figures', figures, (known) => {
    const own = known.filter((figure) => figure.id === id);
    return own.length === 0 ? [cannotTell('figures', 'no source at hand can see it')] : own.map(witnessOf);
  });
}

/** What stands in the schema stands there now; a log tells only of its time. */
const alarms: Partial<Record<FigureId, { readonly value: string; readonly todo: string }>> = {
  'unknown-operations': { value: 'unknown now', todo: 'dedupe reconcile' },
  'dead-letters': { value: 'operations given up', todo: 'dedupe dead-letters list' },
};

function witnessOf(figure: Figure): Witness {
  if ('gap' in figure) return cannotTell(figure.source, figure.gap, 'dedupe explain figures-watched');
  const said = figure.values.slice(0, 3).map(({ name, value, unit }) => `${name} ${inUnit(value, unit)}`);
  const alarm = alarms[figure.id];
  const standing = figure.values.find(({ name }) => name === alarm?.value);
  if (alarm && figure.source === 'database' && standing !== undefined && standing.value > 0)
    return speaksAgainst(figure.source, `${standing.name}: ${standing.value}, and nobody has settled them`, alarm.todo);
  return shows(figure.source, said.join(', ') || 'it can be read');
}

function inUnit(value: number, unit: string): string {
  if (unit === 'share') return `${Math.round(value * 1000) / 10} %`;
  if (unit === 'ms') return `${Math.round(value)} ms`;
  return unit === 'count' ? String(value) : `${value} ${unit}`;
}
