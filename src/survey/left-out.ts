// What a scan found and does not show, since the filters that were given leave it out.
import type { ScanDocument, ScanGroup } from '../model/scan-document.ts';
import type { Story } from './story.ts';

export interface Filters {
  readonly cause: string | undefined;
  readonly minRecords: number | undefined;
}

/** Undefined: nothing was filtered. `shown`: the groups and the stories in them that the document names. */
export function leftOut(
  stories: readonly Story[],
  { cause, minRecords }: Filters,
  shown: { readonly groups: readonly ScanGroup[]; readonly stories: ReadonlySet<Story> },
): ScanDocument['left_out'] {
  const by = [
    ...(cause === undefined ? [] : [`--cause ${cause}`]),
    ...(minRecords === undefined ? [] : [`--min-records ${minRecords}`]),
  ];
  if (by.length === 0) return undefined;
  const isShown = (story: Story, { kind, id }: Story['groups'][number]) =>
    shown.stories.has(story) && shown.groups.some((group) => group.kind === kind && group.id === id);
  const hidden = stories.filter((story) => !story.groups.some((group) => isShown(story, group)));
  const duplicates = hidden.filter(({ groups }) => groups.some(({ kind }) => kind === 'cause'));
  const others = hidden.filter(
    (story) => !duplicates.includes(story) && story.groups.some(({ kind }) => kind !== 'not-a-duplicate'),
  );
  return { by, duplicates: duplicates.length, others: others.length };
}
