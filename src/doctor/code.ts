// The source code, and the manifests beside it, through the rules of audit and lint.

import { auditRules } from '../audit/index.ts';
import { codePart } from '../check/code-part.ts';
import { effectsOf } from '../check/effects.ts';
import { configuredFor } from '../check/lint-input.ts';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { judge } from '../findings/judge.ts';
import { lintRules } from '../lint/index.ts';
import { nothingRunning } from '../model/audit-input.ts';
import type { CodeSight } from '../model/checkup.ts';
import { handlerFactsOf } from '../model/code/handler-facts.ts';
import type { SourceRow } from '../model/doctor-document.ts';
import { counted } from '../model/witness.ts';
import { type Looked, lookFailed, notConfigured, opened } from './looked.ts';

export async function lookAtCode({ config, io }: Context, paths: readonly string[]): Promise<Looked<CodeSight>> {
  if (paths.length === 0) return notConfigured('code', '--code DIR, or code in the configuration');
  const place = paths.join(', ');
  try {
    const { input, texts, files, skipped } = await codePart(io.cwd, paths);
    const named = skipped.filter(({ fatal }) => fatal);
    if (files === 0 && named[0])
      throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${named[0].file}: ${named[0].reason}`);
    const manifests = input.subscriptions.map(({ file }) => file);
    const { texts: own, ...configured } = configuredFor(config, io.cwd, manifests);
    const terms = { severities: config.rules.value, baseline: undefined, texts: new Map([...texts, ...own]) };
    const audited = judge(auditRules, { ...input, ...nothingRunning }, terms);
    const linted = judge(lintRules, { files: input.subscriptions, code: handlerFactsOf(input), ...configured }, terms);
    const value: CodeSight = {
      files,
      handlers: input.listeners.length + input.routes.length,
      receivers: input.apps.length + input.routes.length,
      manifests: manifests.length,
      creates: effectsOf(input).length,
      findings: [...audited.findings, ...linted.findings].map(({ rule, location, sentence }) => ({
        rule,
        place: `${location.file}:${location.line}`,
        sentence,
      })),
      skipped: skipped.map(({ file, reason }) => `${file}: ${reason}`),
    };
    return { sight: { state: 'seen', value }, rows: [rowOf(value, place)], clocks: [] };
  } catch (error) {
    io.signal.throwIfAborted();
    return lookFailed('code', place, error);
  }
}

function rowOf(
  { files, handlers, receivers, manifests, creates, findings, skipped }: CodeSight,
  place: string,
): SourceRow {
  const counts = [
    counted(files, 'file'),
    counted(receivers, 'receiver'),
    counted(handlers, 'handler'),
    counted(manifests, 'manifest'),
    `${counted(creates, 'create')} reached by a handler`,
  ];
  return opened('code', {
    place,
    evidence: `${counts.join(', ')}; ${counted(findings.length, 'finding')} of audit and lint`,
    visible: receivers + handlers > 0,
    unsettled: skipped.map((one) => `what stands in ${one}`),
  });
}
