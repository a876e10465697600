// What each format says about a drill, in the same words.
import type { DrillDocument, DrillResult } from '../../model/drill-document.ts';
import { inSeconds } from '../../model/seconds.ts';

export const head = ['verdict', 'scenario', 'wanted', 'got', 'lost', 'rounds', 'looked for', 'result ids'];

export function rowOf({ verdict, scenario, wanted, got, lost, rounds, looked_ms, result_ids }: DrillResult): string[] {
  if (verdict === 'not-run') return [verdict, scenario, '-', '-', '-', '-', '-', ''];
  return [
    verdict,
    scenario,
    `${wanted}`,
    `${got}`,
    `${lost}`,
    `${rounds}`,
    inSeconds(looked_ms ?? 0),
    fewIds(result_ids),
  ];
}

export function countText({ wanted, got, lost, rounds, looked_ms }: DrillResult): string {
  const many = rounds > 1 ? ` in ${rounds} rounds` : '';
  return `wanted ${wanted}, got ${got}, lost ${lost}${many}, looked for ${inSeconds(looked_ms ?? 0)}`;
}

export function aboutOf({ receivers, counted_by, team_id, app_id, marker, baseline }: DrillDocument): string {
  const many = receivers.length === 1 ? receivers[0] : `${receivers.length} receivers`;
  const base = baseline === null ? 'could not be counted' : `made ${baseline}`;
  return `${many}, counted by ${counted_by}; ${team_id}, ${app_id}, texts begin with ${marker}; one ordinary event ${base}`;
}

export function of(document: DrillDocument, verdict: DrillResult['verdict']): DrillResult[] {
  return document.results.filter((one) => one.verdict === verdict);
}

/** Scenario and reason; what stopped several of them alike is said once. */
export function notRunRows(document: DrillDocument): string[][] {
  const all = of(document, 'not-run');
  const reasons = [...new Set(all.map(({ evidence }) => evidence))];
  return reasons.flatMap((reason) => {
    const alike = all.filter(({ evidence }) => evidence === reason);
    return alike.length > mostAlike
      ? [[`${alike.length} scenarios`, reason]]
      : alike.map(({ scenario }) => [scenario, reason]);
  });
}

const mostAlike = 3;

function fewIds(ids: readonly string[]): string {
  return ids.length <= 3 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;
}
