// Operations of unknown result: what each of them is, what proves it, and what would be or was done.
import { formatSpan } from '../model/instant.ts';
import type { Items, ReconcileItem, ReconcileReport } from '../model/reconcile-document.ts';
import type { Look, Report } from '../model/report.ts';
import { columns, fold } from './columns.ts';

/** Rows and proofs in full for so many; --verbose and JSON tell all. */
const rows = 50;
const inFull = 10;
/** Named in the statement that takes back what was done. */
const waysBack = 20;

export const reconcileText: Report<ReconcileReport> = {
  format: 'text',
  render(document, look) {
    const { items, mode } = document;
    if (look.plain) return Array.from(items, (item) => cells(item, mode).join('\t')).join('\n');
    if (items.length === 0)
      return [isBlind(document) ? blind : left, ...notLookedAt(document, look), ...other(document, look)].join('\n');
    const tally = tallyOf(items, mode);
    const listed: string[][] = [];
    const told: string[] = [];
    let at = 0;
    for (const item of items) {
      if (!look.verbose && at >= rows) break;
      listed.push(cells(item, mode));
      if (look.verbose || at < inFull) told.push(...proofOf(item, look));
      at += 1;
    }
    const rest = look.verbose ? 0 : items.length - inFull;
    const done = { applied: 'done', plan: 'does', report: 'you can' }[mode];
    return [
      headline(document, tally),
      '',
      ...columns([['verdict', done, 'age', 'target', 'object', 'key'], ...listed], look.width, 0),
      ...(items.length > listed.length ? [`… and ${items.length - listed.length} more`] : []),
      '',
      ...told,
      ...(rest > 0 ? [`${rest} more proofs: --verbose shows them`] : []),
      ...closing(document, tally, look),
      ...notLookedAt(document, look),
      ...other(document, look),
    ].join('\n');
  },
};

interface Tally {
  /** What was seen, or done, of how many. */
  readonly words: ReadonlyMap<string, number>;
  readonly verdicts: ReadonlySet<ReconcileItem['verdict']>;
  readonly acting: number;
  readonly alone: number;
  readonly moved: number;
  /** The first of those that were moved. */
  readonly shown: readonly ReconcileItem[];
}

function tallyOf(items: Items, mode: ReconcileReport['mode']): Tally {
  const words = new Map<string, number>();
  const verdicts = new Set<ReconcileItem['verdict']>();
  const shown: ReconcileItem[] = [];
  let [acting, alone, moved] = [0, 0, 0];
  for (const item of items) {
    const word = mode === 'applied' ? doneTo(item) : item.verdict;
    words.set(word, (words.get(word) ?? 0) + 1);
    verdicts.add(item.verdict);
    if (item.action === 'confirm' || item.action === 'release') acting += 1;
    if (item.applied === 'changed') alone += 1;
    if (item.applied !== 'confirmed' && item.applied !== 'released') continue;
    moved += 1;
    if (shown.length < waysBack) shown.push(item);
  }
  return { words, verdicts, acting, alone, moved, shown };
}

const left = 'RECONCILED  no operation of unknown result is left';
const blind = 'CANNOT SEE  no request of unknown result could be looked for; that is no proof that there is none';

function isBlind({ creates, gaps = [] }: ReconcileReport): boolean {
  return gaps.some(({ failed }) => failed) || (creates?.left_out.length ?? 0) > 0;
}

/** Of logs: what of them is no item, and why. */
function notLookedAt({ creates, gaps = [] }: ReconcileReport, look: Look): string[] {
  const { settled = 0, left_out = [] } = creates ?? {};
  const made = `${settled} more of unknown result ${settled === 1 ? 'was' : 'were'} made by what another try or a record says; dedupe scan tells whether twice.`;
  const sentences = [
    ...left_out.map(({ count, reason, examples }) => {
      const more = count > examples.length ? ', …' : '';
      return `Not looked for, ${count}: ${reason}${examples.length > 0 ? ` (${examples.join(', ')}${more})` : ''}.`;
    }),
    ...(settled > 0 ? [made] : []),
    ...gaps.map(
      ({ source, reason, would_settle }) => `Not seen in the ${source}: ${reason}; it would show ${would_settle}.`,
    ),
  ];
  return sentences.length === 0 ? [] : ['', ...sentences.flatMap((one) => fold(one, look.width))];
}

function headline({ items, more, mode }: ReconcileReport, { words, moved }: Tally): string {
  const counts = [...words].map(([word, count]) => `${count} ${word}`);
  const title = { plan: 'PLAN', applied: moved > 0 ? 'APPLIED' : 'NOTHING CHANGED', report: 'REPORT' }[mode];
  const what = items.length === 1 ? '1 operation' : `${items.length} operations`;
  return `${title}  ${what}${more ? ' (there are more: --limit)' : ''}: ${counts.join(', ')}`;
}

/** Of an operation that somebody else has moved "changed" would sound as if this call had done it. */
function doneTo({ applied, action }: ReconcileItem): string {
  return applied === 'changed' ? 'left alone' : (applied ?? action);
}

function cells(item: ReconcileItem, mode: ReconcileReport['mode']) {
  const { verdict, age_ms, target, external_id, records, source_event_key } = item;
  const ids = records.map(({ id }) => id).join(' ');
  const age = age_ms === null ? '?' : formatSpan(age_ms);
  return [
    verdict,
    mode === 'report' ? byHand[verdict].word : doneTo(item),
    age,
    target,
    ids || external_id || '-',
    source_event_key,
  ];
}

function proofOf(item: ReconcileItem, look: Look): string[] {
  const { proof, until, records } = item;
  const store =
    proof.store === null ? [] : [`answered by the ${proof.store === 'primary' ? 'primary store' : 'search index'}`];
  const wait = until === null || item.action === 'release' ? [] : [`nothing follows from "not there" before ${until}`];
  const several =
    item.verdict === 'several'
      ? records.map(({ id, url, created_at, state, keep }) =>
          [keep ? 'keep' : 'close by hand', id, state, created_at, url].filter(Boolean).join('  '),
        )
      : records.flatMap(({ url }) => url ?? []);
  return [
    item.source_event_key,
    ...[proof.asked, ...store, proof.because, ...wait, ...several].flatMap((line) =>
      fold(line, look.width - 4).map((part) => `    ${part}`),
    ),
  ];
}

function closing({ mode, plan, too_old, looks }: ReconcileReport, tally: Tally, look: Look): string[] {
  const { acting, verdicts } = tally;
  const old = too_old === null || too_old === 0 ? [] : ['', `${too_old} unknown for longer than --max-age.`];
  if (mode === 'report')
    return [...old, '', ...whatToDo(verdicts, look), '', 'Nothing can be changed from here: this source is only read.'];
  if (mode === 'applied') return [...old, ...leftAlone(tally), ...wayBack(tally)];
  const kept = looks?.not_kept ? fold(`This look was not kept: ${looks.not_kept}.`, look.width) : [];
  if (acting === 0) return [...old, '', 'Nothing to apply.', ...kept];
  const step =
    plan === null
      ? `No operation was moved. --plan FILE keeps this plan, --apply FILE does it: ${acting} to move.`
      : `No operation was moved. dedupe reconcile --apply ${plan} does it: ${acting} to move, each looked at again first.`;
  return [...old, '', step, ...kept];
}

function other({ left_out }: ReconcileReport, look: Look): string[] {
  if (left_out === null) return [];
  const { source, operations } = left_out;
  const [what, it] = {
    schema: ['the operations of the dedupe schema', 'them'],
    ledger: ['the table of ledger.select', 'it'],
    logs: ['the logs of --logs', 'them'],
  }[source];
  const count = operations === null ? '' : ` (${operations} of unknown result)`;
  const sentence = `${source === 'logs' ? 'Named' : 'Configured'} as well, and not looked at: ${what}${count}. dedupe reconcile --source ${source} takes ${it}.`;
  return ['', ...fold(sentence, look.width)];
}

/** Of a source that is only read nothing is confirmed and nothing released: what a person or the app itself can do. */
const byHand: Readonly<Record<ReconcileItem['verdict'], { readonly word: string; readonly sentence: string }>> = {
  one: {
    word: 'take it as made',
    sentence: 'it was made: write its id where your app keeps what it made, and do not send it again',
  },
  several: {
    word: 'keep one',
    sentence: 'keep one and close the others by hand; do not send it again',
  },
  'none-proved': {
    word: 'send it again',
    sentence: 'it was not made and cannot come any more: your app may send it again, under the same key',
  },
  'none-after-wait': {
    word: 'look by hand',
    sentence: 'a search index does not show it: look into the system itself before it is sent again',
  },
  'not-yet': {
    word: 'ask later',
    sentence:
      'ask again after the moment beside it, and do not send it again before; where there is none, say when it was sent ' +
      '(--sent-at, or sent_at in ledger.select)',
  },
  unreachable: {
    word: 'ask later',
    sentence: 'ask again when the system answers, and do not send it again before',
  },
  'cannot-see': {
    word: 'mend the look',
    sentence: 'mend what its reason says and ask again, and do not send it again before; or look by hand',
  },
};

function whatToDo(met: ReadonlySet<ReconcileItem['verdict']>, look: Look): string[] {
  return [...met].flatMap((verdict) => fold(`${verdict}: ${byHand[verdict].sentence}.`, look.width));
}

function leftAlone({ alone: count }: Tally): string[] {
  if (count === 0) return [];
  return [
    '',
    `${count} left alone: no longer as the plan saw ${count === 1 ? 'it' : 'them'}. dedupe reconcile shows how things stand.`,
  ];
}

/** By hand, and while nobody went on from there: a released one that a worker has taken is sent again already. */
function wayBack({ moved, shown }: Tally): string[] {
  if (moved === 0) return [];
  const keys = shown.map(
    (item) => `    ('${quoted(item.source_event_key)}', '${quoted(item.workspace_id)}', ${item.attempt})`,
  );
  return [
    '',
    'The way back, in psql, while no worker has gone on from there:',
    "with back as (update dedupe.operations o set state = 'unknown', finished_at = null",
    '  from (values',
    keys.join(',\n'),
    '  ) as g(key, workspace, attempt)',
    '  where o.source_event_key = g.key and o.workspace_id = g.workspace and o.attempt = g.attempt',
    "    and o.state in ('confirmed', 'planned') returning o.*)",
    "update dedupe.inbound_events e set status = 'unknown_result', processed_at = null, result_type = null, result_id = null",
    '  from back where e.workspace_id = back.workspace_id and e.source_event_key = left(back.source_event_key,',
    "    length(back.source_event_key) - case when back.action = '' then 0 else length(back.action) + 1 end);",
    ...(moved > keys.length ? [`and ${moved - keys.length} more: --format json names them`] : []),
  ];
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
