// Stories by what they have in common: how many, since when, how often, and whether it goes on.
import { goesOn } from '../model/goes-on.ts';
import { formatSpan, type Instant, toIso } from '../model/instant.ts';
import { type GroupKind, groupKinds, type ScanGroup } from '../model/scan-document.ts';
import { perHour } from './deploys.ts';
import type { Story } from './story.ts';
import { titleOf } from './titles.ts';

export interface GroupContext {
  readonly events: number | undefined;
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  readonly deploy: Instant | undefined;
  readonly commandFor: (ref: string) => string;
}

const examplesShown = 3;

export function groupsOf(stories: readonly Story[], context: GroupContext): ScanGroup[] {
  const byName = new Map<string, { kind: GroupKind; id: string; members: Story[] }>();
  for (const story of stories) {
    for (const { kind, id } of story.groups) {
      const name = `${kind}\n${id}`;
      const group = byName.get(name) ?? { kind, id, members: [] };
      group.members.push(story);
      byName.set(name, group);
    }
  }
  return [...byName.values()]
    .map((group) => groupOf(group, context))
    .toSorted(
      (a, b) => groupKinds.indexOf(a.kind) - groupKinds.indexOf(b.kind) || b.count - a.count || (a.id < b.id ? -1 : 1),
    );
}

function groupOf(
  { kind, id, members }: { kind: GroupKind; id: string; members: Story[] },
  context: GroupContext,
): ScanGroup {
  const times = members.flatMap(({ at }) => at ?? []).sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  const { from, to, deploy, events } = context;
  const sure = (story: Story) => story.groups.find((one) => one.kind === kind && one.id === id)?.certainty;
  const certainty = { shown: 0, consistent: 0, open: 0 };
  for (const story of members) {
    const own = sure(story);
    if (own) certainty[own]++;
  }
  return {
    ...{ id, kind, certainty },
    title: titleOf(kind, id),
    count: members.length,
    share: events === undefined || events === 0 ? null : Math.min(1, members.length / events),
    surplus_records: kind === 'cause' ? members.reduce((sum, { surplus }) => sum + surplus, 0) : 0,
    first_seen: first === undefined ? null : toIso(first),
    last_seen: last === undefined ? null : toIso(last),
    per_hour: from === undefined || to === undefined ? null : perHour(times, from, (to + 1) as Instant),
    around_deploy:
      deploy === undefined || from === undefined || to === undefined
        ? null
        : { before: perHour(times, from, deploy), after: perHour(times, deploy, (to + 1) as Instant) },
    ongoing: ongoingOf(times, to),
    examples: examplesOf(members, sure, context),
  };
}

/** The clearest: what is shown before what is inferred, the newest first. */
function examplesOf(
  members: readonly Story[],
  sure: (story: Story) => Story['groups'][number]['certainty'],
  { commandFor }: GroupContext,
): ScanGroup['examples'] {
  const rank = { shown: 0, consistent: 1, open: 2 };
  return members
    .toSorted(
      (a, b) =>
        rank[sure(a) ?? 'open'] - rank[sure(b) ?? 'open'] || (b.at ?? 0) - (a.at ?? 0) || (a.ref < b.ref ? -1 : 1),
    )
    .slice(0, examplesShown)
    .map((story) => ({
      ref: story.ref,
      headline: story.headline,
      certainty: sure(story) ?? null,
      at: story.at === undefined ? null : toIso(story.at),
      command: commandFor(story.ref),
    }));
}

function ongoingOf(times: readonly Instant[], end: Instant | undefined): ScanGroup['ongoing'] {
  if (times.length === 0 || end === undefined) return { state: 'unknown', sentence: 'nothing says when it was' };
  const { state, quietMs } = goesOn(times, end);
  return { state, sentence: `last seen ${formatSpan(quietMs)} before the end of what was read` };
}
