// One scan over given sources, as the command does it.
import type { Source } from '../../src/model/source.ts';
import { type Surveyed, type SurveyRequest, survey } from '../../src/survey/survey.ts';

export const signal = new AbortController().signal;

export async function scanned(sources: readonly Source[], options: Partial<SurveyRequest> = {}): Promise<Surveyed> {
  try {
    return await survey({
      ...{
        sources,
        absent: [],
        since: undefined,
        until: undefined,
        limit: 10_000,
        cause: undefined,
        minRecords: undefined,
      },
      ...{ sinceDeploy: undefined, damage: false, figures: false, signal, grace: () => signal, tell: () => {} },
      commandFor: (ref) => `dedupe trace ${ref}`,
      ...options,
    });
  } finally {
    for (const source of sources) await source.close();
  }
}

/** `cause: reference, reference`, sorted: what a scan says was found. */
export function foundIn({ document }: Surveyed): Record<string, string[]> {
  return Object.fromEntries(
    document.groups.map(({ id, kind, examples }) => [
      kind === 'cause' || id === kind ? id : `${kind}: ${id}`,
      examples.map(({ ref }) => ref).sort(),
    ]),
  );
}
