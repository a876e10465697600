// The parts of a trace that are lists, each entry as one line of words; every format for people says them alike.
import { formatSpan } from '../../model/instant.ts';
import { goneAlready } from '../../model/keepers.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { unknown } from './times.ts';

type Document = TraceDocument;
export type ListedRecord = Document['records'][number];

/** Only a duplicate has something to close, and only where it is known which one stays. */
export function recordsOf(document: Document): {
  keep: ListedRecord[];
  close: ListedRecord[];
  other: ListedRecord[];
} {
  const keep = document.records.filter((record) => record.keep);
  const rest = document.records.filter((record) => !record.keep);
  if (document.verdict === 'duplicate' && keep.length > 0) {
    const isGone = ({ why }: ListedRecord) => why === goneAlready;
    return { keep, close: rest.filter((record) => !isGone(record)), other: rest.filter(isGone) };
  }
  return { keep: [], close: [], other: document.records };
}

export function recordName({ id, target, action }: ListedRecord): string {
  return [target, id, action && `#${action}`].filter(Boolean).join(' ');
}

export function recordText(record: ListedRecord): string {
  const { fact, why, url } = record;
  return [`${recordName(record)} (fact ${fact}${why === '' ? '' : `; ${why}`})`, url].filter(Boolean).join(' ');
}

export function ongoingText({ ongoing }: Document): string {
  const state = { firing: 'still firing', 'not-seen': 'not seen since', unknown: 'not known whether it goes on' }[
    ongoing.state
  ];
  return ongoing.sentence === '' ? state : `${state}: ${ongoing.sentence}`;
}

/** A trace that found nothing has nothing that could go on. */
export function saysOngoing({ findings, ongoing }: Document): boolean {
  return findings.length > 0 || ongoing.sentence !== '';
}

export function eventTexts({ event, ref }: Document): string[] {
  if (!event) return [`${ref}: no event of this name was seen`];
  return [event, ...event.siblings].map((one, i) => {
    const key = [one.provider, one.workspace_id ?? unknown, one.event_id].join(' ');
    const type = [one.type ?? unknown, one.subtype].filter(Boolean).join('/');
    return `${i === 0 ? '' : 'sibling '}${key}, ${type}, app ${one.app_id ?? unknown}, subject ${one.subject ?? unknown}`;
  });
}

export function readingText({ between, gap_ms, facts, usual }: Document['readings'][number]): string {
  return `${between} ${facts.join(' and ')}: ${formatSpan(gap_ms)}${usual === null ? ', no usual reading' : `, usually ${usual}`}`;
}

/** Two clocks that a pair of moments proves to differ, and what that takes from the order of other moments. */
export function skewTexts({ skews = [] }: Document): string[] {
  return skews
    .filter(({ measured }) => measured)
    .map(({ clocks, bound_ms }) => {
      const [one, other] = clocks.map((clock) => (clock === 'sender' ? 'the sender' : clock));
      return `${one} and ${other} differ: moments on the two closer than ${formatSpan(bound_ms)} have no known order`;
    });
}

export function lossTexts({ loss }: Document): string[] {
  return loss ? [`${loss.way}: ${loss.sentence}`] : [];
}

export function refutedText({ rule, reason, facts }: Document['refuted'][number]): string {
  return `${rule}: ${reason}${facts.length === 0 ? '' : ` (${factRefs(facts)})`}`;
}

/** More numbers than these help nobody. */
export function factRefs(facts: readonly number[], most = 8): string {
  const more = facts.length > most ? `, and ${facts.length - most} more` : '';
  return `${facts
    .slice(0, most)
    .map((n) => `#${n}`)
    .join(', ')}${more}`;
}

export function gapText({ source, reason, would_settle }: Document['gaps'][number]): string {
  return `${source}: ${reason}${would_settle === '' ? '' : ` (would show ${would_settle.replace(/^would show /, '')})`}`;
}
