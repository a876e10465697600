// The list of recorded incidents, for `dedupe demo --list`.
import type { Clean } from '../model/clean.ts';
import type { Look } from '../model/report.ts';
import { columns } from './columns.ts';

export interface ListedIncident {
  readonly id: string;
  readonly title: string;
  readonly trace: readonly string[];
}

/** One renderer per format. */
export function incidentTable(list: Clean<readonly ListedIncident[]>) {
  return {
    text: (look: Look) =>
      (look.plain
        ? list.map(({ id, title, trace }) => [id, trace[0], title].join('\t'))
        : [
            ...columns(
              list.map(({ id, title }) => [id, title]),
              look.width,
            ),
            '',
            'dedupe demo ID explains one of them.',
          ]
      ).join('\n'),
    json: () => JSON.stringify(list, undefined, 2),
  };
}
