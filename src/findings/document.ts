// The finished document of a lint or an audit, with the sentence that says why the command ends as it does.
import type { FailLevel, FindingsDocument } from '../model/findings-document.ts';
import { failing, type Judged } from './judge.ts';

export interface Told {
  readonly tool: FindingsDocument['tool'];
  readonly judged: Judged;
  readonly parts: FindingsDocument['parts'];
  readonly skipped: FindingsDocument['skipped'];
  readonly files: number;
  readonly rules: number;
  readonly ms: number;
  readonly failOn: FailLevel;
  /** Sentences that make the command end in 3: a part that was required or configured and could not be looked at. */
  readonly failures: readonly string[];
}

export function findingsDocumentOf(told: Told): FindingsDocument {
  const { tool, judged, parts, skipped, files, rules, ms, failOn } = told;
  const { findings, complaints, held } = judged;
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
  return {
    version: 1,
    tool,
    findings: [...findings],
    complaints: [...complaints],
    parts: [...parts],
    skipped: [...skipped],
    counts: {
      ...{ error: count('error'), warning: count('warning'), note: count('note') },
      ...{ suppressed: held.suppressed, baseline: held.baseline, switched_off: held.switchedOff },
      ...{ files, rules, ms },
    },
    fail_on: failOn,
    exit: exitOf(told),
  };
}

function exitOf({ judged, skipped, failOn, failures }: Told): FindingsDocument['exit'] {
  const unread = skipped.filter(({ fatal }) => fatal);
  const reasons = [...failures, ...unread.map(({ file, reason }) => `${file} could not be judged: ${reason}`)];
  const [first, ...more] = reasons;
  if (first !== undefined)
    return {
      code: 3,
      why: more.length === 0 ? first : `${first}, and ${more.length} more that could not be looked at`,
    };
  const bad = failing(judged.findings, failOn);
  if (bad > 0) return { code: 1, why: `${bad} at or above the level ${failOn} (--fail-on ${failOn})` };
  const rest = judged.findings.length;
  if (rest === 0) return { code: 0, why: 'nothing found' };
  const level = failOn === 'never' ? 'findings never fail (--fail-on never)' : `none at the level ${failOn}`;
  return { code: 0, why: level };
}
