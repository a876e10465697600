// dedupe reconcile: what became of requests whose answer was lost?
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit, type ExitCode } from '../exit.ts';
import { type Clean, clean } from '../model/clean.ts';
import type { Instant } from '../model/instant.ts';
import { jsonWithItems } from '../model/json-with-items.ts';
import { momentForms, parseMoment } from '../model/moment.ts';
import type { ReconcileItem, ReconcileReport } from '../model/reconcile-document.ts';
import { parseSpan, spanForms } from '../model/span.ts';
import { closeTargets, openTargets } from '../open-targets.ts';
import { writeOutputs } from '../output.ts';
import { isLeft, needsPerson } from '../reconcile/items.ts';
import type { Wishes } from '../reconcile/round.ts';
import { reconcileText } from '../report/reconcile-text.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { defineCommand } from './command.ts';
import type { Asked } from './reconcile/asked.ts';
import { sourceOf } from './reconcile/source.ts';

const options = z.strictObject({
  key: z.optional(z.string()),
  target: z.optional(z.string()),
  sentAt: z.optional(z.string()),
  firstSentAt: z.optional(z.string()),
  plan: z.optional(z.string()),
  apply: z.optional(z.union([z.string(), z.boolean()])),
  acceptAbsent: z.optional(z.array(z.string())),
  keep: z.optional(z.array(z.string())),
  watch: z.optional(z.boolean()),
  maxAge: z.optional(z.string()),
  limit: z.optional(z.string()),
  source: z.optional(z.string()),
});
type Options = z.output<typeof options>;

const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value];

export const reconcileCommand = defineCommand({
  name: 'reconcile',
  summary: 'find out what became of requests whose answer was lost, prove it, and only then go on',
  examples: [
    'dedupe reconcile',
    'dedupe reconcile --plan plan.json && dedupe reconcile --apply plan.json',
    'dedupe reconcile --accept-absent jira=30m --plan plan.json',
    'dedupe reconcile --watch --apply',
    'dedupe reconcile --max-age 1h',
    'dedupe reconcile --key slack:T123:C9:1732900000.000100 --target redmine --sent-at 2h',
    'dedupe reconcile --logs app.jsonl',
  ],
  formats: ['text', 'json'],
  configure: (program) =>
    program
      .option(
        '--key <key>',
        'only this source event key or event id; with --target and --sent-at no database is opened',
      )
      .option('--target <name>', 'only what went to this target')
      .option('--sent-at <time>', 'when the request of --key was sent at the latest; with --target')
      .option('--first-sent-at <time>', 'when it was sent for the first time: a list by time is read from then on')
      .option('--plan <file>', 'keep the plan in a file')
      .option(
        '--apply [file]',
        'do what the file says, each looked at again first; without a file, what this call plans',
      )
      .option(
        '--accept-absent <target=span>',
        'take an empty search index for a proof after this time; repeat for more',
        collect,
      )
      .option('--keep <key=id>', 'of several objects, the one that stays; repeat for more', collect)
      .option('--watch', 'look again and again, less often the longer nothing changes')
      .option('--max-age <span>', 'exit 1 when something has been unknown for longer')
      .option('--source <name>', 'schema, ledger (your own table) or logs, where several are at hand')
      .option('--limit <number>', 'so many operations at most, the oldest first (default: 10000)'),
  options,
  async run(given, context) {
    const asked = askedBy(given, context);
    const targets = openTargets(context.config, context.io.env);
    try {
      const { source, leftOut } = await sourceOf(asked, context);
      const running = source.run({
        ...asked,
        targets,
        report: (document, isStream) => report({ ...document, left_out: leftOut }, context, isStream),
      });
      // Whoever changes something ends in its own order.
      const onlyReads = asked.apply === false && !asked.watch;
      if (!onlyReads) return await running;
      const code = await unlessStopped(running, context.io.signal);
      if (!context.io.signal.aborted) return code;
      context.err.line('the result is partial: interrupted before every target had answered');
      return Exit.interrupted;
    } finally {
      await unlessStopped(closeTargets(targets), context.io.signal).catch(() => {});
    }
  },
});

async function report(document: ReconcileReport, context: Context, isStream: boolean): Promise<ExitCode> {
  const { items, ...rest } = document;
  const head = clean(rest);
  const each = { length: items.length, [Symbol.iterator]: () => cleaned(items) };
  await writeOutputs(context, {
    text: (look) => reconcileText.render({ ...head, items: each } as Clean<ReconcileReport>, look),
    json: () => [...jsonWithItems(head, each, isStream ? undefined : 2)].join(''),
  });
  // Columns have no room for what could not be seen.
  if (context.look.plain && context.format === 'text')
    for (const { reason, count } of document.creates?.left_out ?? [])
      context.err.line(`not looked for, ${count}: ${reason}`);
  if (context.look.plain && context.format === 'text')
    for (const { source, reason, failed } of document.gaps ?? []) if (failed) context.err.line(`${source}: ${reason}`);
  return exitOf(document);
}

function* cleaned(items: Iterable<ReconcileItem>): Generator<ReconcileItem> {
  for (const item of items) yield clean(item);
}

/** Nobody who could not be asked may look like nothing there: that outranks what was found. */
function exitOf({ items, too_old, more, creates, gaps = [] }: ReconcileReport): ExitCode {
  let isLeftToSomebody = more || (too_old ?? 0) > 0;
  for (const item of items) {
    // Where the last look saw nothing, it was not somebody else who moved it.
    const isLooked = isLeft(item) || item.applied === 'changed';
    if (isLooked && (item.verdict === 'unreachable' || item.verdict === 'cannot-see')) return Exit.failed;
    isLeftToSomebody ||= isLeft(item) && needsPerson(item);
  }
  if (gaps.some(({ failed }) => failed) || (creates?.left_out.length ?? 0) > 0) return Exit.failed;
  return isLeftToSomebody ? Exit.found : Exit.clean;
}

function askedBy(given: Options, context: Context): Asked {
  const { apply, plan, watch, acceptAbsent, keep, limit } = given;
  if (typeof apply === 'string' && (plan !== undefined || watch))
    throw new DedupeError(
      'DEDUPE_USAGE',
      '--apply FILE does what that file says: --plan and --watch make plans of their own',
    );
  if (typeof apply === 'string' && [acceptAbsent, keep, limit].some((one) => one !== undefined))
    throw new DedupeError(
      'DEDUPE_USAGE',
      '--apply FILE does what that file says: --accept-absent, --keep and --limit belong to the call that makes the plan',
    );
  if (given.sentAt !== undefined && (given.key === undefined || given.target === undefined))
    throw new DedupeError('DEDUPE_USAGE', '--sent-at belongs to --key KEY with --target NAME');
  if (given.firstSentAt !== undefined && given.sentAt === undefined)
    throw new DedupeError('DEDUPE_USAGE', '--first-sent-at belongs to --sent-at');
  return {
    key: given.key,
    target: given.target,
    from: fromOf(given.source),
    sentAt: momentOf('--sent-at', given.sentAt, context.clock()),
    firstSentAt: momentOf('--first-sent-at', given.firstSentAt, context.clock()),
    planFile: plan,
    apply: apply ?? false,
    watch: watch ?? false,
    maxAgeMs: given.maxAge === undefined ? undefined : spanOf('--max-age', given.maxAge),
    limit: limitOf(given.limit),
    wishes: wishesOf(given, context),
  };
}

function wishesOf({ acceptAbsent = [], keep = [] }: Options, { config }: Context): Wishes {
  const known = Object.keys(config.targets.value?.entries ?? {});
  const accepted = acceptAbsent.map((text): [string, number] => {
    const [name, span] = pairOf('--accept-absent', text, 'TARGET=SPAN');
    if (!known.includes(name))
      throw new DedupeError('DEDUPE_UNKNOWN_TARGET', `--accept-absent ${text}: no target "${name}" is configured`, {
        hint: known.length > 0 ? `Configured: ${known.join(', ')}.` : 'No target is configured.',
      });
    return [name, spanOf('--accept-absent', span)];
  });
  return { acceptAbsent: new Map(accepted), keep: new Map(keep.map((text) => pairOf('--keep', text, 'KEY=ID'))) };
}

/** The last sign parts them: keys may hold one, ids and spans do not. */
function pairOf(flag: string, text: string, form: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new DedupeError('DEDUPE_USAGE', `${flag} ${text} is not ${form}`);
}

function spanOf(flag: string, text: string): number {
  const ms = parseSpan(text);
  if (ms !== undefined) return ms;
  throw new DedupeError('DEDUPE_USAGE', `${flag} ${text} is not ${spanForms}`);
}

function momentOf(flag: string, text: string | undefined, now: Instant): Instant | undefined {
  if (text === undefined) return undefined;
  const at = parseMoment(text, now);
  if (typeof at === 'number') return at;
  throw new DedupeError('DEDUPE_USAGE', `${flag} ${text} ${at.problem}`, { hint: `Allowed: ${momentForms}.` });
}

function fromOf(text: string | undefined): Asked['from'] {
  if (text === undefined || text === 'schema' || text === 'ledger' || text === 'logs') return text;
  throw new DedupeError('DEDUPE_USAGE', `--source ${text} is none of schema, ledger and logs`);
}

function limitOf(text = '10000'): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new DedupeError('DEDUPE_USAGE', `--limit ${text} is not a whole number above 0`);
}
