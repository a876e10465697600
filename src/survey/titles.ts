// What a group is called. Causes have their own titles.
import { causes } from '../causes/index.ts';
import type { GroupKind } from '../model/scan-document.ts';

const titles: Readonly<Record<Exclude<GroupKind, 'cause'>, string>> = {
  lost: 'Received, and nothing was made',
  split: 'Divided between consumers',
  'unknown-operation': 'Sent, and nobody knows what became of it',
  'past-lease': 'Taken, not ended, and its lease is over',
  'permanent-error-retried': 'Refused for good, and tried again',
  'dead-letter': 'Given up',
  'several-creators': 'One object, several creates: the target joined them, the callers did not',
  'not-a-duplicate': 'Several acts, several objects',
};

export function titleOf(kind: GroupKind, id: string): string {
  const cause = causes.find((one) => one.id === id);
  if (kind !== 'cause') return cause?.title ?? titles[kind];
  return cause?.title ?? 'More than one effect, and no cause in the catalogue fits what could be read';
}

/** What `--cause` can name. */
export const groupNames: readonly string[] = [...causes.map(({ id }) => id), 'open', ...Object.keys(titles)];
