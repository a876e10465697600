// Where does a text stop being JSON? Node's own parser does not always say.

const token =
  /[\t\n\r ]*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y;

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** Offset of the first character that cannot stand there, or the length when the text ends too early; undefined for JSON. */
export function jsonBreaksAt(text: string): number | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  token.lastIndex = 0;
  for (let at = 0; ; at = token.lastIndex) {
    const start = at + (/^[\t\n\r ]*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0);
    token.lastIndex = at;
    const word = token.exec(text)?.[1];
    if (word === undefined) return start === text.length && expected === 'nothing' ? undefined : start;
    const next = follow(word, expected, open);
    if (next === undefined) return start;
    expected = next;
  }
}

/** What may come after the word; undefined when the word itself may not stand here. */
function follow(word: string, expected: Expected, open: string[]): Expected | undefined {
  const after = () => (open.length === 0 ? 'nothing' : 'comma-or-end');
  if (word === '}' || word === ']') {
    const closes = word === '}' ? '{' : '[';
    const empty = expected === (word === '}' ? 'key-or-end' : 'value-or-end');
    if (!(empty || expected === 'comma-or-end') || open.pop() !== closes) return undefined;
    return after();
  }
  if (word === ':') return expected === 'colon' ? 'value' : undefined;
  if (word === ',') {
    if (expected !== 'comma-or-end') return undefined;
    return open.at(-1) === '{' ? 'key' : 'value';
  }
  if (expected === 'key' || expected === 'key-or-end') return word.startsWith('"') ? 'colon' : undefined;
  if (expected !== 'value' && expected !== 'value-or-end') return undefined;
  if (word !== '{' && word !== '[') return after();
  open.push(word);
  return word === '{' ? 'key-or-end' : 'value-or-end';
}
