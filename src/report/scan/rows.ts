// The two tables of a scan as rows of texts, the heads first.
import type { ScanDocument, ScanGroup } from '../../model/scan-document.ts';
import { minutes, nameOf, nowOf, rateOf, shareOf } from './words.ts';

export function groupRows({ groups, deploy }: ScanDocument): string[][] {
  const around = ({ around_deploy }: ScanGroup) =>
    around_deploy === null ? [] : [`${rateOf(around_deploy.before)} → ${rateOf(around_deploy.after)}`];
  const times = ['first seen', 'last seen', 'now'];
  return [
    ['found', 'count', 'share', 'per hour', ...(deploy ? [`around ${deploy.version}`] : []), ...times],
    ...groups.map((group) => [
      ...[nameOf(group), group.count.toLocaleString('en-US'), shareOf(group), rateOf(group.per_hour), ...around(group)],
      ...[minutes(group.first_seen), minutes(group.last_seen), nowOf(group)],
    ]),
  ];
}

export function damageRows(damage: NonNullable<ScanDocument['damage']>): string[][] {
  return [
    ['do', 'record', 'event', 'source_event_key', 'why'],
    ...damage.map((one) => [
      one.do === 'close' ? 'close by hand' : one.do,
      `${one.target} ${one.record}`,
      one.event_id ?? '?',
      one.source_event_key ?? '?',
      `${one.why}${one.action === '' ? '' : ` (#${one.action})`}`,
    ]),
  ];
}
