// A configuration file's text as values, each with its line. JSON is read as the part of YAML that it is, after a strict check.
import { type Document, isCollection, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { jsonBreaksAt } from '../model/json-breaks.ts';
import { inFile, refuse } from './problems.ts';

export interface Parsed {
  /** Not checked yet. */
  readonly values: unknown;
  /** `dedupe.config.yaml:3` for a path of keys, as far as the text knows it; the file's name alone for code. */
  where(path: readonly PropertyKey[], key?: string): string;
}

/** An alias may save typing; a file that unfolds into more than this is an attack or an accident. */
const maximumAliases = 50;

/** One slip makes the parser stumble many times; the first stumbles tell where. */
const mostErrors = 3;

/** The parser calls itself for each level: thousands exhaust the stack, and node ends without a word. */
const maximumDepth = 100;

export function parseConfig(text: string, name: string, json: boolean): Parsed {
  const body = text.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  if (deepest(body) > maximumDepth) refuse([inFile(name, `it is nested more than ${maximumDepth} levels deep`)]);
  const empty = body.trim() === '';
  const document = parseDocument(body, { lineCounter: lines, prettyErrors: false, schema: 'core', version: '1.2' });
  const broken = json && !empty ? jsonBreaksAt(body) : undefined;
  if (broken !== undefined) {
    const what = broken >= body.length ? 'the JSON ends too early' : 'this is where it stops being JSON';
    refuse([inFile(at(broken), what)]);
  }
  refuse(
    [...document.errors, ...document.warnings]
      .slice(0, mostErrors)
      .map((problem) => inFile(at(problem.pos[0]), words[problem.code] ?? withoutQuotes(problem.message))),
  );
  if (document.contents === null) return { values: {}, where: () => name };
  const where = (path: readonly PropertyKey[], key?: string) => {
    const offset = offsetOf(document, path, key);
    return offset === undefined ? name : `${name}:${lines.linePos(offset).line}`;
  };
  if (!isMap(document.contents)) {
    refuse([inFile(where([]), 'a configuration is a group of keys, such as "time: iso"')]);
  }
  return { values: unfold(document, where), where };
}

/** Roughly, and without parsing: brackets that are open at once, or the longest indentation with its dashes. */
function deepest(text: string): number {
  let open = 0;
  let most = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (bracket === '[' || bracket === '{' ? 1 : -1));
    most = Math.max(most, open);
  }
  for (const [start] of text.matchAll(/^[ \t?:-]+/gm)) most = Math.max(most, start.length / 2);
  return most;
}

const words: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key stands here a second time',
  MULTIPLE_DOCS: 'a second document begins here; a configuration is one',
  TAB_AS_INDENT: 'a tab cannot indent YAML; use spaces',
};

/** The parser quotes what it met, which may be half of a password. */
function withoutQuotes(message: string): string {
  return message.replace(/"(?:[^"\\]|\\.)*"/gs, '"..."').split('\n')[0] ?? '';
}

/** Plain values, own keys only: a key named `__proto__` is a key like another, and is refused as unknown. */
function unfold(document: Document, where: Parsed['where']): unknown {
  try {
    return document.toJS({ maxAliasCount: maximumAliases });
  } catch (cause) {
    const sentence = cause instanceof ReferenceError ? cause.message : String(cause);
    refuse([inFile(where([]), `an alias cannot be followed: ${sentence}`)]);
    throw cause;
  }
}

function offsetOf(document: Document, path: readonly PropertyKey[], key: string | undefined): number | undefined {
  const steps = key === undefined ? path : [...path, key];
  if (steps.length === 0) return startOf(document.contents);
  const parent = steps.length === 1 ? document.contents : document.getIn(steps.slice(0, -1), true);
  const last = steps.at(-1);
  if (!isCollection(parent)) return startOf(parent);
  const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === last);
  if (isPair(pair)) return startOf(pair.key);
  return startOf(parent.get(last, true)) ?? startOf(parent);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
