// Which command goes on from this answer? What is typed again is quoted; names from the evidence only where they are plain.
import type { FieldsOf } from '../model/fact-fields.ts';
import { type Instant, toIso } from '../model/instant.ts';
import type { Source } from '../model/source.ts';
import { unansweredCreates } from '../model/timeline/creates.ts';
import { ofKind, type Timeline } from '../model/timeline/timeline.ts';
import type { Decision } from '../model/verdict.ts';
import type { Word } from '../model/word.ts';
import { shellWord } from '../shell-word.ts';

export interface Going {
  /** The primary finding. */
  readonly rule: string | undefined;
  readonly verdict: Decision['verdict'];
  /** A duplicate of which no cause is named. */
  readonly isUnexplained: boolean;
  /** Of this call. Undefined: without the sources at hand there is nowhere to look further. */
  readonly flags: readonly Word[] | undefined;
  readonly sources: readonly Pick<Source, 'id'>[];
}

export function nextSteps(timeline: Timeline, going: Going): string[] {
  const { rule, flags, verdict, isUnexplained } = going;
  const explainFirst = rule === undefined ? [] : [`dedupe explain ${rule}`];
  if (flags === undefined) return explainFirst;
  const { ref, gaps } = timeline;
  const command = (words: readonly Word[]) => commandOf('trace', [...ref.split(' '), ...words]);
  const again = command(flags);
  const widen = gaps.flatMap(({ kind, source }) => {
    if (source === 'window') return [command(withoutWindow(flags))];
    if (kind !== 'not-configured') return [];
    if (source === 'database') return [`${again} --database postgres://…`];
    if (source === 'target') return [`dedupe trace KEY ${flags.map(shellWord).join(' ')}`.trimEnd()];
    return source === 'log' ? [`${again} --logs PATH`] : [];
  });
  const isOpen = verdict === 'inconclusive' || verdict === 'unknown-result';
  return [
    ...explainFirst,
    ...widen,
    ...(isOpen ? targetSteps(timeline, going) : []),
    ...(verdict === 'inconclusive' || isUnexplained ? tableSteps(timeline, going) : []),
  ];
}

/** A target knows what it has; of a request without an answer it can prove that nothing came. */
function targetSteps(timeline: Timeline, { flags = [], sources, verdict }: Going): string[] {
  if (!sources.some(({ id }) => id === 'target')) return ['dedupe targets'];
  if (verdict !== 'unknown-result') return [];
  const commands = unansweredCreates(timeline).flatMap(({ fields }) => {
    const { target } = fields;
    const key = keyOf(fields);
    if (![key, target].every((name) => name !== undefined && plain.test(name))) return [];
    const names = ['--key', key ?? '', '--target', target ?? ''];
    return [commandOf('reconcile', [...names, ...sentAt(timeline, fields), ...only('--config', flags)])];
  });
  return [...new Set(commands)];
}

/** From the first to the last try of this key, however each ended; one without a moment may have been either. */
function sentAt(timeline: Timeline, { target, ...fields }: Fields): string[] {
  const tries = ofKind(timeline, 'call').filter(
    ({ fields: one }) =>
      (one.operation ?? 'create') === 'create' && one.target === target && keyOf(one) === keyOf(fields),
  );
  const moments = tries.flatMap(({ fields: { started_at, at } }) => started_at ?? at ?? []);
  if (moments.length === 0 || moments.length < tries.length) return [];
  const isFirstKnown = tries.some(({ fields: { attempt = 1 } }) => attempt <= 1);
  const first = isFirstKnown ? ['--first-sent-at', toIso(Math.min(...moments) as Instant)] : [];
  return ['--sent-at', toIso(Math.max(...moments) as Instant), ...first];
}

type Fields = FieldsOf<'call'>;

function keyOf({ idempotency_key, source_event_key }: Fields): string | undefined {
  return idempotency_key ?? source_event_key;
}

const plain = /^[\w.:#@/+=-]{1,200}$/;

/** Own tables can say what was made, and how often the event came. The dedupe schema says both. */
function tableSteps({ facts, gaps }: Timeline, { flags = [], sources }: Going): string[] {
  const isThere = sources.some(({ id }) => id === 'tables') || gaps.some(({ source }) => source === 'tables');
  const hasSchema = facts.some(({ witnesses }) => witnesses.some(({ source }) => source === 'database'));
  if (isThere || hasSchema) return [];
  const database = only('--database', flags);
  const isNamed = database.length > 0 || sources.some(({ id }) => id === 'database');
  return [isNamed ? commandOf('init', database) : 'dedupe init --database postgres://…'];
}

function commandOf(name: string, words: readonly Word[]): string {
  return ['dedupe', name, ...words.map(shellWord)].join(' ');
}

function only(flag: string, flags: readonly Word[]): readonly Word[] {
  const at = flags.indexOf(flag);
  return at < 0 ? [] : flags.slice(at, at + 2);
}

function withoutWindow(flags: readonly Word[]): Word[] {
  const isWindow = (word: Word | undefined) => word === '--since' || word === '--until';
  return flags.filter((word, i) => !isWindow(word) && !isWindow(flags[i - 1]));
}
