// The scan as one page that asks nobody for anything: no script, no font, no image; readable in light, dark and print.
import type { Report } from '../../model/report.ts';
import type { ScanDocument, ScanGroup } from '../../model/scan-document.ts';
import {
  aboutOf,
  changeText,
  figureText,
  latencyTexts,
  minutes,
  nowOf,
  percent,
  rateOf,
  shareOf,
  titleOf,
} from './words.ts';

export const html: Report<ScanDocument> = {
  format: 'html',
  render(document) {
    const { groups, damage, figures, undecided, gaps, next } = document;
    const body = [
      `<h1>${escaped(titleOf(document))}</h1><p class="lead">${escaped(document.headline)}</p>`,
      paragraph(aboutOf(document)),
      document.partial === null ? '' : paragraph(`Partial: ${document.partial}`),
      groups.length === 0 ? '' : groupTable(groups),
      ...groups.map(examples),
      damage
        ? `<h2>Records to keep and to close</h2>${paragraph('Nothing is closed by this program.')}${damageTable(damage)}`
        : '',
      figures
        ? section(
            'Figures',
            figures.map((one) => `${one.title}: ${figureText(one)}`),
          )
        : '',
      section('Changes of live instances', document.instance_changes.map(changeText)),
      section('Latency of creates', latencyTexts(document)),
      section(
        'Not decided',
        undecided.reasons.map(({ reason, count }) => `${count}: ${reason}`),
      ),
      section(
        'Gaps',
        gaps.map(({ source, reason, would_settle }) => `${source}: ${reason} (would show ${would_settle})`),
      ),
      section('Next', next),
    ];
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>dedupe scan: ${escaped(document.headline)}</title><style>${style}</style></head><body><main>
${body.filter((part) => part !== '').join('\n')}
</main></body></html>
`;
  },
};

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}
main{max-width:72rem;margin:0 auto;padding:1.5rem}.lead{font-size:1.25rem}h2{margin:2rem 0 .5rem;font-size:1.1rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .7rem;border-bottom:1px solid #8886;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
.bar{display:block;height:.4rem;min-width:2px;background:#c2410c}@media print{main{max-width:none}}`;

function groupTable(groups: readonly ScanGroup[]): string {
  const most = Math.max(...groups.map(({ count }) => count));
  const rows = groups.map((group) => {
    const width = percent(group.count / most)
      .replace(' %', '%')
      .replace('<', '');
    return row([
      `<code>${escaped(group.id)}</code><span class="bar" style="width:${width}"></span>`,
      ...[group.count.toLocaleString('en-US'), shareOf(group), rateOf(group.per_hour)].map(escaped),
      ...[minutes(group.first_seen), minutes(group.last_seen), nowOf(group)].map(escaped),
    ]);
  });
  return table(['found', 'count', 'share', 'per hour', 'first seen', 'last seen', 'now'], rows);
}

function examples({ id, title, examples: all }: ScanGroup): string {
  const items = all.map(({ headline, certainty, at, command }) => {
    const about = [headline, certainty, at === null ? undefined : minutes(at)].filter(Boolean).join(' · ');
    return `<li>${escaped(about)}<br><code>${escaped(command)}</code></li>`;
  });
  return `<h2><code>${escaped(id)}</code> ${escaped(title)}</h2><ul>${items.join('')}</ul>`;
}

function damageTable(damage: NonNullable<ScanDocument['damage']>): string {
  const rows = damage.map((one) =>
    row([
      escaped(one.do === 'close' ? 'close by hand' : one.do),
      ...[`${one.target} ${one.record}`, one.event_id ?? '?', one.source_event_key ?? '?'].map(
        (text) => `<code>${escaped(text)}</code>`,
      ),
      escaped(one.why),
    ]),
  );
  return table(['do', 'record', 'event', 'source_event_key', 'why'], rows);
}

function table(head: readonly string[], rows: readonly string[]): string {
  const cells = head.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
  return `<div class="wide"><table><thead><tr>${cells}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Cells are HTML already. */
function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function section(title: string, texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `<h2>${escaped(title)}</h2><ul>${texts.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`;
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

/** For text and for quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
