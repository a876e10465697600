// JSON of something whose last member is a long list, in parts: the list is never whole in memory.

/** `head` ends with `items: []`. `indent` as JSON.stringify takes it; undefined: one line. */
export function* jsonWithItems(head: object, items: Iterable<unknown>, indent: number | undefined): Generator<string> {
  const empty = JSON.stringify({ ...head, items: [] }, undefined, indent);
  const at = empty.lastIndexOf('[]');
  yield `${empty.slice(0, at)}[`;
  const [line, end] = indent === undefined ? ['', ''] : [`\n${' '.repeat(indent * 2)}`, `\n${' '.repeat(indent)}`];
  let isFirst = true;
  for (const item of items) {
    const text = JSON.stringify(item, undefined, indent);
    yield `${isFirst ? '' : ','}${line}${indent === undefined ? text : text.replaceAll('\n', line)}`;
    isFirst = false;
  }
  yield `${isFirst ? '' : end}]${empty.slice(at + 2)}`;
}
