// What every readable form of a scan says in the same words.
import { formatSpan } from '../../model/instant.ts';
import type { ScanDocument, ScanGroup } from '../../model/scan-document.ts';
import type { Figure } from './figure.ts';

export function titleOf({ groups, partial, blind, left_out }: ScanDocument): string {
  if (groups.some(({ kind }) => kind !== 'not-a-duplicate')) return partial === null ? 'FOUND' : 'FOUND SO FAR';
  if (blind) return 'BLIND';
  if (left_out && left_out.duplicates + left_out.others > 0) return 'FILTERED';
  return partial === null ? 'CLEAN' : 'NOTHING SO FAR';
}

function spanOf({ window }: ScanDocument): string {
  const { from, to } = window;
  return from === null || to === null ? 'no line or row has a time' : `${seconds(from)} to ${seconds(to)} UTC`;
}

export function nameOf({ id, kind, certainty }: ScanGroup): string {
  if (kind === 'cause' && id === 'open') return 'cause open';
  const isOpen = kind === 'cause' && certainty.shown + certainty.consistent === 0;
  return isOpen ? `${id} (open)` : id;
}

export function shareOf({ share }: ScanGroup): string {
  return share === null ? '?' : percent(share);
}

export function rateOf(rate: number | null): string {
  if (rate === null) return '?';
  return rate >= 10 ? Math.round(rate).toLocaleString('en-US') : rate.toFixed(2);
}

export function nowOf({ ongoing }: ScanGroup): string {
  return { firing: 'still happening', 'not-seen': 'not seen since', unknown: '?' }[ongoing.state];
}

export function minutes(at: string | null): string {
  return at === null ? '?' : at.slice(0, 16).replace('T', ' ');
}

function seconds(at: string): string {
  return at.slice(0, 19).replace('T', ' ');
}

export function percent(share: number): string {
  const value = share * 100;
  return `${value !== 0 && value < 0.01 ? '<0.01' : value.toFixed(2)} %`;
}

export function valueText({ value, unit }: Figure['values'][number]): string {
  if (unit === 'share') return percent(value);
  if (unit === 'ms') return formatSpan(value);
  return unit === 'count' ? value.toLocaleString('en-US') : `${value} ${unit}`;
}

/** `p95 1.20 s`; the gap where there is no value. */
export function figureText({ values, gap }: Figure): string {
  return gap === null ? values.map((one) => `${one.name} ${valueText(one)}`).join(', ') : `not seen: ${gap}`;
}

export function latencyTexts({ latency }: ScanDocument): string[] {
  if (latency === null) return [];
  return (['with_duplicates', 'without'] as const).flatMap((name) => {
    const { count, p50_ms, p95_ms } = latency[name];
    if (p50_ms === null || p95_ms === null) return [];
    // Lengths are counted in classes: one alone is exact.
    const creates = `${plural(count, 'answered create')}${count > 1 ? ', to 2 %' : ''}`;
    return [
      `${name === 'without' ? 'without' : 'with'} duplicates: p50 ${formatSpan(p50_ms)}, p95 ${formatSpan(p95_ms)} (${creates})`,
    ];
  });
}

export function changeText({ at, what, live, before, after }: ScanDocument['instance_changes'][number]): string {
  return `${minutes(at)} ${what}: ${live} live; duplicates per hour ${rateOf(before)} before, ${rateOf(after)} after`;
}

/** Where it was, and what of it made nothing. */
export function aboutOf(document: ScanDocument): string {
  const { events, silent } = document;
  const counted = events === null ? '; events could not be counted' : '';
  const quiet =
    silent === null || silent === 0
      ? ''
      : `; ${plural(silent, 'event')} made nothing, and nothing says that it should have`;
  return `${spanOf(document)}${counted}${quiet}`;
}

/** `not shown, by --cause late-replay: 1 other duplicate`; undefined where no filter was given or left anything out. */
export function leftOutText({ left_out }: ScanDocument): string | undefined {
  if (!left_out) return undefined;
  const { by, duplicates, others } = left_out;
  const counts = [
    ...(duplicates > 0 ? [plural(duplicates, 'other duplicate')] : []),
    ...(others > 0 ? [`${plural(others, 'event')} with another finding`] : []),
  ];
  return counts.length === 0 ? undefined : `found and not shown, by ${by.join(' and ')}: ${counts.join(', ')}`;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
