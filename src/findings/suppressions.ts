// Comments that hold a finding back: `dedupe-ignore RULE: reason` on its line or the line before, `dedupe-ignore-file` anywhere.

export interface Suppression {
  readonly file: string;
  /** Where the comment stands. */
  readonly line: number;
  readonly rules: readonly string[];
  readonly reason: string;
  readonly scope: 'line' | 'file';
  /** The line whose findings it holds back: its own, or the next one that holds anything but a comment. */
  readonly target: number;
}

const comment =
  /(?:#|\/\/|\/\*)\s*dedupe-ignore(-file)?\s+([a-z][\w-]*(?:\s*,\s*[a-z][\w-]*)*)\s*(?::\s*(.*?))?\s*(?:\*\/\s*)?$/;

export function suppressionsIn(file: string, text: string): Suppression[] {
  if (!text.includes('dedupe-ignore')) return [];
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, i) => {
    const [, wide, names = '', reason = ''] = comment.exec(line) ?? [];
    if (names === '') return [];
    return {
      file,
      line: i + 1,
      rules: names.split(/\s*,\s*/),
      reason: reason.trim(),
      scope: wide ? ('file' as const) : ('line' as const),
      target: isComment(line) ? nextLine(lines, i) : i + 1,
    };
  });
}

function nextLine(lines: readonly string[], from: number): number {
  const rest = lines.findIndex((line, i) => i > from && line.trim() !== '' && !isComment(line));
  return rest < 0 ? from + 1 : rest + 1;
}

function isComment(line: string): boolean {
  return /^\s*(#|\/\/|\/\*)/.test(line);
}

export function holds(suppression: Suppression, found: { rule: string; location: { file: string; line: number } }) {
  return (
    suppression.reason !== '' &&
    suppression.file === found.location.file &&
    suppression.rules.includes(found.rule) &&
    (suppression.scope === 'file' || suppression.target === found.location.line)
  );
}
