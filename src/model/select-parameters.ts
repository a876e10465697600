// `:name` in a SELECT that a person wrote, as `$1`: not what looks like one inside a text, a comment or a cast.

export interface Parsed {
  /** With `$1`, `$2`, … in place of names; without the semicolon at the end. */
  readonly text: string;
  /** In the order of their numbers. */
  readonly names: readonly string[];
}

/** `why` continues a sentence that starts with the name of the SELECT. */
export interface Unusable {
  readonly why: string;
}

/** Inside these nothing is a parameter or the end of a statement. A name is one where no letter and no colon stands before it. */
const token = new RegExp(
  [
    /(?<escaped>(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*')/,
    /(?<text>'(?:[^']|'')*')/,
    /(?<quoted>"(?:[^"]|"")*")/,
    /(?<line>--[^\n]*)/,
    /(?<block>\/\*)/,
    /(?<dollar>(?<![\w$])\$(?<tag>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)/,
    /(?<cast>::)/,
    /(?<![\w:])(?<parameter>:(?<name>[A-Za-z_]\w*))/,
    /(?<number>(?<![\w$])\$\d+)/,
    /(?<end>;)/,
    /(?<open>['"])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** One statement, and a SELECT. `written`: how a parameter stands in the statement, by its name and its number. */
export function parseParameters(
  select: string,
  allowed: readonly string[],
  written: (name: string, number: string) => string = (_, number) => number,
): Parsed | Unusable {
  const names: string[] = [];
  const bare = select.split('');
  let text = '';
  let at = 0;
  let end: number | undefined;
  token.lastIndex = 0;
  for (let match = token.exec(select); match; match = token.exec(select)) {
    const { groups = {}, index } = match;
    const stop = stopOf(select, index, groups) ?? index + match[0].length;
    if (stop < 0 || groups.open) return { why: 'holds a text or a comment that is not closed' };
    token.lastIndex = stop;
    if (groups.line || groups.block) bare.fill(' ', index, stop);
    if (groups.number) return { why: `names ${groups.number}, and ${parametersOf(allowed)}` };
    const { name } = groups;
    if (groups.end) {
      end ??= index;
      bare[index] = ' ';
      text += select.slice(at, index);
      at = stop;
    }
    if (name === undefined) continue;
    if (!allowed.includes(name)) return { why: `names :${name}, and ${parametersOf(allowed)}` };
    if (!names.includes(name)) names.push(name);
    text += select.slice(at, index) + written(name, `$${names.indexOf(name) + 1}`);
    at = stop;
  }
  text += select.slice(at);
  if (end !== undefined && bare.slice(end).join('').trim() !== '')
    return { why: 'holds more than one statement, and only one SELECT is run' };
  if (!/^[\s(]*(?:select|with|values|table)\b/i.test(bare.join(''))) return { why: 'is no SELECT' };
  return { text, names };
}

/** Where a comment or a dollar-quoted text is over; -1: never. Undefined: where the match is. */
function stopOf(select: string, index: number, { block, dollar }: Record<string, string | undefined>) {
  if (dollar !== undefined) {
    const close = select.indexOf(dollar, index + dollar.length);
    return close < 0 ? -1 : close + dollar.length;
  }
  if (block === undefined) return undefined;
  let depth = 1;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = index + 2;
  for (let match = mark.exec(select); match; match = mark.exec(select)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return match.index + 2;
  }
  return -1;
}

function parametersOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? 'it has no parameters' : `its parameters are :${allowed.join(', :')}`;
}
