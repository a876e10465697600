// A line that is only a piece of a record: what it says cannot be read without the others.
import type { LogBlocks } from '../scan/sweep/log-blocks.ts';

/** In words that go on from `line 4`. Undefined: it is none, as far as it shows. */
export function partOf(text: string): string | undefined {
  if (/^\s+"[^"\\]{1,80}"\s*:/.test(text))
    return 'is a part of an object that is printed over several lines and was not read (jq -c . puts each on one line)';
  if (/^\S{20,40} (?:stdout|stderr) P /.test(text)) return 'is a part of a record whose other parts were not found';
  return undefined;
}

/** Undefined: every object ends on its line. */
export function unendedText({ unended: { count, first } }: Pick<LogBlocks, 'unended'>): string | undefined {
  if (count === 0) return undefined;
  const [lines, do_] = count === 1 ? ['a line begins', 'does'] : [`${count} lines begin`, 'do'];
  return `${lines} a JSON object and ${do_} not end it, first at line ${first}: it was not read (jq -c . puts each object on one line)`;
}
