// The path that lint and audit share from their rules to the end: judge, baseline, document, outputs, status.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { ExitCode } from '../exit.ts';
import { ofOthers, stale } from '../findings/baseline.ts';
import { findingsDocumentOf } from '../findings/document.ts';
import { type AnyRule, type Judged, judge } from '../findings/judge.ts';
import type { Texts } from '../findings/texts.ts';
import { clean } from '../model/clean.ts';
import type { Baseline, FindingsDocument } from '../model/findings-document.ts';
import { nearest } from '../nearest.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { findingsReports } from '../report/findings/index.ts';
import { pruneBaseline, readBaseline, writeBaseline } from './baseline-file.ts';
import type { CheckOptions } from './options.ts';

export interface Checked<Input> {
  readonly tool: FindingsDocument['tool'];
  readonly rules: readonly AnyRule<Input>[];
  /** Ids of the rules of every tool: they share comments and the baseline. */
  readonly known: readonly string[];
  readonly input: Input;
  readonly texts: Texts;
  readonly files: number;
  readonly parts: FindingsDocument['parts'];
  readonly skipped: FindingsDocument['skipped'];
  readonly failures: readonly string[];
  /** Findings in other files are not told; undefined: all are. */
  readonly only?: ReadonlySet<string> | undefined;
  /** When the command began, by the context's clock. */
  readonly begun: number;
}

export async function finish<Input>(
  checked: Checked<Input>,
  options: CheckOptions,
  context: Context,
): Promise<ExitCode> {
  const { config, io, clock, err } = context;
  const file = options.baseline ?? config.baseline.value;
  if (file === undefined && (options.updateBaseline || options.prune))
    throw new DedupeError('DEDUPE_USAGE', 'no baseline is named', { hint: 'Name its file with --baseline.' });
  const baseline = file && !options.updateBaseline ? await readBaseline(io.cwd, file, false) : undefined;
  const { tool, rules, known, input, texts, files, parts, skipped, failures, begun } = checked;
  const severities = config.rules.value;
  const judged = judge(rules, input, { severities, baseline, texts, known, only: checked.only });
  const foreign = (entries: Baseline['findings']) =>
    ofOthers(
      entries,
      rules.map(({ id }) => id),
      known,
    );
  // Of a file that was not looked at nothing is known, unless it is gone.
  const isKnown = (name: string) => texts.has(name) || !existsSync(resolve(io.cwd, name));
  const others = new Set(foreign(baseline?.findings ?? []));
  const idle = (baseline ? stale(baseline, judged.all) : []).filter(
    (entry) => isKnown(entry.file) && !others.has(entry),
  );
  const shown = options.prune ? judged : withStale(judged, idle, file ?? '');
  const whole = skipped.every(({ fatal }) => !fatal) && failures.length === 0;
  if (file !== undefined && options.updateBaseline) {
    const kept = foreign((await readBaseline(io.cwd, file, true).catch(anew(file, context)))?.findings ?? []);
    const count = await writeBaseline(io.cwd, file, judged.all, kept);
    const beside = kept.length > 0 ? ` of ${tool}, and ${kept.length} of other rules as before` : '';
    err.line(`${file} now holds ${count} accepted finding${count === 1 ? '' : 's'}${beside}`);
    return 0;
  }
  const document = findingsDocumentOf({
    ...{ tool, judged: shown, parts, skipped, files, failures },
    rules: rules.filter(({ id }) => config.rules.value[id] !== 'off').length,
    ms: clock() - begun,
    failOn: options.failOn ?? 'error',
  });
  await write(document, context);
  if (file !== undefined && baseline && options.prune) {
    // What could not be read may still hold what the baseline accepts.
    if (whole) await pruneBaseline(io.cwd, file, baseline, idle);
    err.line(whole ? `${idle.length} taken out of ${file}` : `${file} was left as it is: not everything could be read`);
  }
  return document.exit.code as ExitCode;
}

/** Made anew is what the hint about a broken file says; what it held of other tools is lost, and that is told. */
function anew(file: string, { err }: Context): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof DedupeError) || error.code !== 'DEDUPE_BASELINE_INVALID') throw error;
    err.line(`warning: ${file} could not be read and is made anew: what it accepted for other tools is gone`);
    return undefined;
  };
}

async function write(document: FindingsDocument, context: Context): Promise<void> {
  const cleaned = clean(document);
  await writeOutputs(context, inEachFormat(findingsReports, cleaned));
  if (context.io.env.GITHUB_ACTIONS !== 'true' || context.format !== 'text') return;
  const { annotations } = await import('../report/findings/github.ts');
  for (const line of annotations(cleaned)) context.out.line(line);
}

function withStale(judged: Judged, entries: readonly { rule: string; file: string }[], file: string): Judged {
  if (entries.length === 0) return judged;
  const sentence = `${entries.length} accepted finding${entries.length === 1 ? ' is' : 's are'} gone: --prune takes out what is no longer found`;
  return { ...judged, complaints: [...judged.complaints, { file, line: 1, sentence }] };
}

/** A rule that the configuration names and nobody has is a mistake, not a wish. */
export function refuseUnknownRules(configured: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknown = Object.keys(configured).find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new DedupeError('DEDUPE_UNKNOWN_RULE', `the configuration names a rule "${unknown}", and there is none`, {
    hint: meant === undefined ? 'dedupe explain lists all rules.' : `Did you mean "${meant}"?`,
  });
}
