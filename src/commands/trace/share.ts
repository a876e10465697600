// What `dedupe trace` does for others: replay a saved trace, take the names out of one, save one. Loaded when it is asked for.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { anonymize } from '../../anonymize/anonymize.ts';
import { leftBehind } from '../../anonymize/left-behind.ts';
import type { Context } from '../../context.ts';
import { DedupeError } from '../../errors.ts';
import { clean, safeForOutput } from '../../model/clean.ts';
import { toIso } from '../../model/instant.ts';
import type { ProviderDescriptions } from '../../model/provider-description.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { providersWith } from '../../providers/described.ts';
import { familyOf } from '../../providers/index.ts';
import { distinctCleaner } from '../../saved/distinct.ts';
import { loadTrace } from '../../saved/read.ts';
import { savedText, savedTraceOf } from '../../saved/write.ts';
import type { judge } from '../../trace.ts';
import { writtenBy } from '../../version.ts';
import { writeWhole } from '../../write-whole.ts';
import type { Found } from '../trace.ts';

interface Sharing {
  readonly args: readonly string[];
  readonly save?: string | undefined;
  readonly from?: string | undefined;
  readonly anonymize?: boolean | undefined;
  /** Given, so that this file can be loaded without all causes a second time. */
  readonly judge: typeof judge;
}

/** The facts are read back; the timeline and the causes are those of this version. */
export async function replayed(from: string, { args, save, judge }: Sharing, context: Context): Promise<Found> {
  refuseSources(args, context);
  refuseSameFile(from, save, context);
  const loaded = await loadTrace(resolve(context.io.cwd, from), from);
  const { gathered, providers, ongoing, writtenBy: writer, before } = loaded;
  const { sentence, state } = ongoing;
  const judging = { sources: [], ongoing: { rule: ongoing.rule ?? undefined, state: { state, sentence } } };
  const about = { signal: context.io.signal, providerOf: providersWith(providers) };
  const found = { gathered, providers, ...(await judge(gathered, { ...judging, ...about })) };
  const now = answerOf(found.document);
  const then = [before.verdict, before.rule].filter(Boolean).join(', ');
  if (now !== then) context.err.line(`${from}: ${writer} answered ${then}; this version answers ${now}`);
  return found;
}

/** Named in the answer or in the file, or refused: nothing is written before the last look. */
export async function shared(
  found: Found,
  { save, anonymize: hides, judge }: Sharing,
  context: Context,
): Promise<Found> {
  const cleaned = distinctCleaner(found.gathered);
  const gathered = cleaned(found.gathered);
  const providers = cleaned(describedIn(found));
  const hidden = hides ? anonymize(gathered, providers) : undefined;
  const ongoing = { rule: namedCause(found.document) ?? null, ...found.document.ongoing };
  const state = { rule: namedCause(found.document), state: found.document.ongoing };
  const shown: Found = hidden
    ? { ...hidden, ...(await judge(hidden.gathered, { sources: [], ongoing: state, ...aboutHidden(hidden, context) })) }
    : { ...found, gathered, providers };
  const document = clean(shown.document);
  const savedAt = hidden ? null : toIso(context.clock());
  const about = { writtenBy, savedAt, anonymized: hidden?.dropped ?? null, ongoing: clean(ongoing) };
  const saved = savedTraceOf(shown, document, about);
  if (hidden) refuseLeftovers(leftBehind({ ...saved, written_by: '' }, hidden.originals));
  if (save !== undefined) await writeWhole(resolve(context.io.cwd, save), save, safeForOutput(savedText(saved, save)));
  for (const line of hidden?.dropped ?? []) context.err.line(`left out: ${line}`);
  return shown;
}

function aboutHidden({ providers }: Pick<Found, 'providers'>, { io }: Context) {
  return { signal: io.signal, providerOf: providersWith(providers) };
}

/** Only senders that have a part in the story: the rest of a configuration is nobody's business. */
function describedIn({ gathered, providers }: Found): ProviderDescriptions {
  const seen = new Set(gathered.observations.map(({ fields }) => familyOf(fields.provider ?? 'slack')));
  return Object.fromEntries(Object.entries(providers).filter(([name]) => seen.has(name)));
}

/** As `trace` asks about later events: a cause that is open was not named. */
function namedCause({ findings: [primary] }: TraceDocument): string | undefined {
  return primary && primary.certainty !== 'open' ? primary.rule : undefined;
}

function answerOf({ verdict, findings: [primary] }: TraceDocument): string {
  return [verdict, primary?.rule].filter(Boolean).join(', ');
}

function refuseSources(args: readonly string[], { config }: Context): void {
  const typed = [config.logs, config.database, config.since, config.until].map(({ from }) => from);
  const flag = typed.find((from) => /^--(?:logs|database|since|until)$/.test(from));
  if (args.length === 0 && flag === undefined) return;
  throw new DedupeError('DEDUPE_USAGE', `--from replays a file, and ${flag ?? 'a reference'} asks the sources`, {
    hint: 'What was asked stands in the file. Leave one of the two out.',
  });
}

function refuseSameFile(from: string, save: string | undefined, { io, outputs }: Context): void {
  const real = (file: string) => {
    const path = resolve(io.cwd, file);
    return existsSync(path) ? realpathSync(path) : path;
  };
  const clash = [...outputs.map(({ file }) => file), save].find(
    (file) => file !== undefined && real(file) === real(from),
  );
  if (clash === undefined) return;
  throw new DedupeError('DEDUPE_USAGE', `${clash} is the file that is replayed`, {
    hint: 'Name another file: what is written would replace the evidence.',
  });
}

function refuseLeftovers(places: readonly string[]): void {
  if (places.length === 0) return;
  const shown = places.slice(0, 3).join(', ');
  const more = places.length > 3 ? ` and ${places.length - 3} more places` : '';
  throw new DedupeError('DEDUPE_ANONYMIZE_REFUSED', `a name or a secret would be left in ${shown}${more}`, {
    hint: 'Nothing was written. Please report which kind of value stands there, and not the value.',
  });
}
