// A manifest, template or export as nodes with their places. JSON is the part of YAML that it is, after a strict check.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import { jsonBreaksAt } from '../../model/json-breaks.ts';
import type { Location } from '../../model/rule.ts';
import type { ManifestNode, ScalarNode } from '../../model/subscription-file.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { isOtherManifest, kindOf } from './kind.ts';

/** The parser calls itself for each level. */
const maximumDepth = 100;
/** An alias may save typing; a file that unfolds into more is an attack or an accident. */
const maximumNodes = 50_000;

type Nodes = { readonly state: 'read'; readonly root: ManifestNode } | Extract<ParsedFile, { state: 'broken' }>;

export function parseSubscriptionFile(file: string, text: string): ParsedFile {
  const nodes = parseNodes(file, text);
  if (nodes.state === 'broken') return nodes;
  const { root } = nodes;
  const kind = kindOf(root);
  if (kind) return { state: 'parsed', file: { file, kind, root, text } };
  return { state: 'other', file, ...(isOtherManifest(root) && { isOtherManifest: true }) };
}

/** Any JSON or YAML, whatever it declares. */
export function parseNodes(file: string, text: string): Nodes {
  const body = text.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const document = parseDocument(body, { lineCounter: lines, prettyErrors: false, version: '1.2', uniqueKeys: false });
  const place = (from: number, to: number): Location => {
    const [start, end] = [lines.linePos(from), lines.linePos(to)];
    return { file, line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
  };
  const broken = (offset: number, reason: string): Nodes => ({
    state: 'broken',
    at: place(Math.min(offset, body.length), Math.min(offset + 1, body.length)),
    reason,
  });
  if (/^\s*[[{]/.test(body) && file.endsWith('.json')) {
    const offset = jsonBreaksAt(body);
    if (offset !== undefined)
      return broken(offset, offset >= body.length ? 'the JSON ends too early' : 'this is where it stops being JSON');
  }
  const [error] = document.errors;
  if (error) return broken(error.pos[0], withoutQuotes(error.message));
  if (document.contents === null) return broken(0, 'it is empty');
  try {
    return { state: 'read', root: nodesOf(document, place) };
  } catch (cause) {
    if (cause instanceof RangeError) return broken(0, cause.message);
    throw cause;
  }
}

/** The parser quotes what it met, which may be half of a password. */
function withoutQuotes(message: string): string {
  return message.replace(/"(?:[^"\\]|\\.)*"/gs, '"..."').split('\n')[0] ?? '';
}

function nodesOf(document: Document, place: (from: number, to: number) => Location): ManifestNode {
  let count = 0;
  const locate = (node: Node) => place(node.range?.[0] ?? 0, node.range?.[1] ?? 0);
  const visit = (node: Node, depth: number): ManifestNode => {
    if (depth > maximumDepth) throw new RangeError(`it is nested more than ${maximumDepth} levels deep`);
    if (++count > maximumNodes) throw new RangeError('it unfolds into too many values');
    const location = locate(node);
    const tag = node.tag ?? '';
    if (tag.startsWith('!') && !tag.startsWith('!!'))
      return { shape: 'deferred', location, expression: `${tag} ${plain(node)}` };
    if (isAlias(node)) return visit((node as Alias).resolve(document) ?? document.createNode(null), depth + 1);
    if (isMap(node))
      return {
        shape: 'map',
        location,
        entries: node.items.map(({ key, value }) => ({
          key: keyOf(key as Node, locate),
          value: value ? visit(value as Node, depth + 1) : { shape: 'scalar', location, value: null },
        })),
      };
    if (isSeq(node))
      return { shape: 'list', location, items: node.items.map((item) => visit(item as Node, depth + 1)) };
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'string' && /\$\{[^}]*\}/.test(value))
      return { shape: 'deferred', location, expression: value };
    return { shape: 'scalar', location, value: simple(value) };
  };
  return visit(document.contents as Node, 0);
}

function keyOf(node: Node, locate: (node: Node) => Location): ScalarNode {
  return { shape: 'scalar', location: locate(node), value: isScalar(node) ? simple(node.value) : String(node) };
}

function simple(value: unknown): ScalarNode['value'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : String(value);
}

/** What stands behind a short tag: `Queue.Arn` of `!GetAtt Queue.Arn`. */
function plain(node: Node): string {
  if (isScalar(node)) return String(node.value);
  if (isSeq(node)) return node.items.map((item) => plain(item as Node)).join('.');
  return '';
}
