// The path that lint and audit share from their rules to the end: judge, baseline, document, outputs, status.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { ExitCode } from '../exit.ts';
import { stale } from '../findings/baseline.ts';
import { findingsDocumentOf } from '../findings/document.ts';
import { type AnyRule, type Judged, judge } from '../findings/judge.ts';
import type { Texts } from '../findings/texts.ts';
import { clean } from '../model/clean.ts';
import type { FindingsDocument } from '../model/findings-document.ts';
import { nearest } from '../nearest.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { findingsReports } from '../report/findings/index.ts';
import { pruneBaseline, readBaseline, writeBaseline } from './baseline-file.ts';
import type { CheckOptions } from './options.ts';

export interface Checked<Input> {
  readonly tool: FindingsDocument['tool'];
  readonly rules: readonly AnyRule<Input>[];
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
  const { tool, rules, input, texts, files, parts, skipped, failures, begun } = checked;
  const judged = judge(rules, input, { severities: config.rules.value, baseline, texts, only: checked.only });
  // Of a file that was not looked at nothing is known, unless it is gone.
  const isKnown = (name: string) => texts.has(name) || !existsSync(resolve(io.cwd, name));
  const idle = baseline ? stale(baseline, judged.all).filter((entry) => isKnown(entry.file)) : [];
  const shown = options.prune ? judged : withStale(judged, idle, file ?? '');
  const whole = skipped.every(({ fatal }) => !fatal) && failures.length === 0;
  if (file !== undefined && options.updateBaseline) {
    const count = await writeBaseline(io.cwd, file, judged.all);
    err.line(`${file} now holds ${count} accepted finding${count === 1 ? '' : 's'}`);
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
