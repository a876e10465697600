// What stands below the facts: why, what to change, what to clean up, what was ruled out, what nobody looked at, what next.
import { formatSpan } from '../../model/instant.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { labelled, type Paper } from './paper.ts';
import { unknown } from './times.ts';
import { primaryOf } from './verdict.ts';

type Document = TraceDocument;
type Record = Document['records'][number];

export function sectionsOf(document: Document, paper: Paper): string[] {
  const section = (label: string, texts: readonly string[]) => labelled(paper, label, texts.map(paper.text));
  const { keep, close, other } = recordsOf(document);
  return [
    ...section(
      'because',
      document.findings.flatMap(({ because, role, rule }) =>
        because.map((text) => (role === 'primary' ? text : `${text} (${rule})`)),
      ),
    ),
    ...section(
      'fix',
      fixesOf(document).map((fix, i) => `${i + 1} ${fix}`),
    ),
    ...section('lost', lossTexts(document)),
    ...section('keep', keep.map(recordText)),
    ...section(
      'close',
      close.map((record) => `by hand: ${recordText(record)}`),
    ),
    ...section('record', other.map(recordText)),
    ...section('event', eventTexts(document)),
    ...section('apart', document.readings.map(readingText)),
    ...section('refuted', document.refuted.map(refutedText)),
    ...section('gaps', document.gaps.map(gapText)),
    ...section('now', document.findings.length > 0 || document.ongoing.sentence !== '' ? [ongoingText(document)] : []),
    ...labelled(paper, 'next', document.next.map(paper.whole)),
  ];
}

/** What to do about the first cause; of the others the first step, where another kind of cause asks for another kind of step. */
function fixesOf(document: Document): string[] {
  const primary = primaryOf(document);
  if (!primary) return document.loss?.prevention ?? [];
  const others = document.findings.filter((finding) => finding.family !== primary.family);
  return [...new Set([...primary.fix, ...others.flatMap(({ fix }) => fix.slice(0, 1))])];
}

function lossTexts({ loss }: Document): string[] {
  return loss ? [`${loss.way}: ${loss.sentence}`] : [];
}

/** Only a duplicate has something to close, and only where it is known which one stays. */
export function recordsOf(document: Document): { keep: Record[]; close: Record[]; other: Record[] } {
  const keep = document.records.filter((record) => record.keep);
  const rest = document.records.filter((record) => !record.keep);
  if (document.verdict === 'duplicate' && keep.length > 0) return { keep, close: rest, other: [] };
  return { keep: [], close: [], other: document.records };
}

export function ongoingText({ ongoing }: Document): string {
  const state = { firing: 'still firing', 'not-seen': 'not seen since', unknown: 'not known whether it goes on' }[
    ongoing.state
  ];
  return ongoing.sentence === '' ? state : `${state}: ${ongoing.sentence}`;
}

function recordText({ id, target, action, url, fact, why }: Record): string {
  const name = [target, id, action && `#${action}`].filter(Boolean).join(' ');
  return [`${name} (fact ${fact}${why === '' ? '' : `; ${why}`})`, url].filter(Boolean).join(' ');
}

function eventTexts({ event, ref }: Document): string[] {
  if (!event) return [`${ref}: no event of this name was seen`];
  return [event, ...event.siblings].map((one, i) => {
    const key = [one.provider, one.workspace_id ?? unknown, one.event_id].join(' ');
    const type = [one.type ?? unknown, one.subtype].filter(Boolean).join('/');
    return `${i === 0 ? '' : 'sibling '}${key}, ${type}, app ${one.app_id ?? unknown}, subject ${one.subject ?? unknown}`;
  });
}

function readingText({ between, gap_ms, facts, usual }: Document['readings'][number]): string {
  return `${between} ${facts.join(' and ')}: ${formatSpan(gap_ms)}${usual === null ? ', no usual reading' : `, usually ${usual}`}`;
}

function refutedText({ rule, reason, facts }: Document['refuted'][number]): string {
  return `${rule}: ${reason}${
    facts.length === 0
      ? ''
      : ` (${facts
          .slice(0, 8)
          .map((n) => `#${n}`)
          .join(', ')})`
  }`;
}

function gapText({ source, reason, would_settle }: Document['gaps'][number]): string {
  return `${source}: ${reason}${would_settle === '' ? '' : ` (would show ${would_settle.replace(/^would show /, '')})`}`;
}
