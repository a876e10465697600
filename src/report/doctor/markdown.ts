// The look of the doctor for a ticket. Tables are blocks of text, since a chat shows no other; nothing foreign is markup.
import type { DoctorDocument } from '../../model/doctor-document.ts';
import type { Report } from '../../model/report.ts';
import { columns } from '../columns.ts';
import { block, commandBlock, line } from '../markdown/words.ts';
import { looked, type Step, skewText, sourceName, sourceWords, stateWords, unlooked } from './words.ts';

/** Wide enough for a row of a table; whoever reads it can scroll. */
const width = 160;

export const markdown: Report<DoctorDocument> = {
  format: 'markdown',
  render({ verdict, headline, sources, clocks, steps, next }) {
    const rows = steps.map(({ step, state, title }) => [String(step), stateWords[state], title]);
    const open = steps.filter(({ state }) => state !== 'holds');
    const blocks = [
      `**${stateWords[verdict].toUpperCase()}** ${line(headline)}`,
      block(columns([['step', 'state', 'what'], ...rows], width, 0)),
      ...(['does-not-hold', 'not-seen'] as const).map((state) =>
        section(stateWords[state], open.filter((step) => step.state === state).flatMap(stepLines)),
      ),
      section(
        'sources',
        sources.map((one) => `- ${line(`${sourceName(one)}: ${sourceWords[one.state]}. ${one.evidence}`)}`),
      ),
      section(
        'clocks',
        clocks.map((one) => `- ${line(`${one.clock}: ${skewText(one)}`)}`),
      ),
      commandBlock('next', next),
    ];
    return `${blocks.filter((one) => one !== '').join('\n\n')}\n`;
  },
};

function stepLines({ step, state, aspects }: Step): string[] {
  const open = aspects.filter((aspect) => aspect.state === state);
  const told = open.flatMap((aspect) =>
    looked(aspect).map(({ source, sentence, todo }) => {
      const what = todo === null ? '' : `. Do: ${todo}`;
      return `${aspect.about}: ${source}: ${sentence}${what}`;
    }),
  );
  return [...told, ...unlooked(open)].map((words) => `- ${line(`step ${step}, ${words}`)}`);
}

function section(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : [`**${title}**`, '', ...items].join('\n');
}
