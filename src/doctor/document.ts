// From what was seen to the document: each step weighed, and how the command ends.
import { configDocumentOf } from '../config/report.ts';
import type { Context } from '../context.ts';
import { Exit, type ExitCode } from '../exit.ts';
import type { StepState } from '../model/checkup.ts';
import type { DoctorDocument, SourceRow } from '../model/doctor-document.ts';
import { stateOf, weigh } from '../model/witness.ts';
import { steps } from '../steps/index.ts';
import type { Look } from './look.ts';

export function doctorDocumentOf({ checkup, sources, clocks }: Look, context: Context): DoctorDocument {
  const judged = steps.map((step, i) => {
    const aspects = step.aspects(checkup);
    return {
      ...{ step: i + 1, id: step.id, title: step.title, state: weigh(aspects) },
      aspects: aspects.map((aspect) => ({
        about: aspect.about,
        state: stateOf(aspect),
        evidence: aspect.witnesses.map(({ todo = null, ...witness }) => ({ ...witness, todo })),
      })),
    };
  });
  const count = (state: StepState) => judged.filter((step) => step.state === state).length;
  const counts = { holds: count('holds'), does_not_hold: count('does-not-hold'), not_seen: count('not-seen') };
  return {
    version: 1,
    verdict: counts.does_not_hold > 0 ? 'does-not-hold' : counts.not_seen > 0 ? 'not-seen' : 'holds',
    headline: headlineOf(counts, sources),
    counts,
    config: configDocumentOf(context),
    sources: [...sources],
    clocks: [...clocks],
    steps: judged,
    next: nextOf(judged, sources),
  };
}

function headlineOf(
  { holds, does_not_hold, not_seen }: DoctorDocument['counts'],
  sources: readonly SourceRow[],
): string {
  const opened = sources.filter(({ state }) => state === 'opened').length;
  const failed = sources.filter(({ state }) => state === 'failed').length;
  const said = `of 12 steps ${holds} hold, ${does_not_hold} do not hold, ${not_seen} could not be seen`;
  const down = failed === 0 ? '' : `, ${failed} could not be opened`;
  return `${said}; ${opened === 1 ? '1 source was' : `${opened} sources were`} opened${down}`;
}

/** What would be learnt or mended next, the surest first. */
function nextOf(judged: DoctorDocument['steps'], sources: readonly SourceRow[]): string[] {
  if (sources.every(({ state }) => state === 'not-configured'))
    return [
      'dedupe demo',
      'dedupe doctor --code .',
      'dedupe doctor --logs PATH',
      'dedupe init --database postgres://host/database',
    ];
  const isUnlinked = judged[0]?.state === 'not-seen' ? ['dedupe doctor EVENT_ID'] : [];
  const broken = judged.filter(({ state }) => state === 'does-not-hold').map(({ id }) => `dedupe explain ${id}`);
  const unseen = judged.find(({ state, step }) => state === 'not-seen' && step > 1);
  return [...broken.slice(0, 3), ...isUnlinked, ...(unseen === undefined ? [] : [`dedupe explain ${unseen.id}`])];
}

/** A source that is configured and did not open outranks what was found: the answer is not whole. */
export function exitOf({ sources, counts }: DoctorDocument): ExitCode {
  if (sources.some(({ state }) => state === 'failed')) return Exit.failed;
  return counts.does_not_hold > 0 ? Exit.found : Exit.clean;
}
