// What a file touches of the world without importing it: the process, the console, the clock, chance, timers, the network.
import { everyNode, freeNames, type Node } from './syntax.ts';

export type Touch =
  | 'process'
  | 'console'
  | 'globalThis'
  | 'clock'
  | 'chance'
  | 'timers'
  | 'files'
  | 'network'
  | 'colour';

export interface Touched {
  readonly touch: Touch;
  readonly what: string;
  readonly start: number;
}

/** Names that touch the world wherever they stand. */
const always: Readonly<Record<string, Touch>> = {
  process: 'process',
  navigator: 'process',
  console: 'console',
  globalThis: 'globalThis',
  global: 'globalThis',
  performance: 'clock',
  Temporal: 'clock',
  crypto: 'chance',
  setTimeout: 'timers',
  setInterval: 'timers',
  setImmediate: 'timers',
  fetch: 'network',
  WebSocket: 'network',
  EventSource: 'network',
};

/** Names of which only some members are harmless; taking the whole object aside would hide which one is meant. */
const byMember: Readonly<Record<string, { touch: Touch; harmless: (member: string) => boolean }>> = {
  Date: { touch: 'clock', harmless: (member) => member === 'UTC' || member === 'parse' },
  Math: { touch: 'chance', harmless: (member) => member !== 'random' },
  AbortSignal: { touch: 'timers', harmless: (member) => member !== 'timeout' },
};

/** What a built-in module of node gives access to; one that is not named here touches nothing. */
const builtins: Readonly<Record<string, Touch>> = {
  fs: 'files',
  'fs/promises': 'files',
  sqlite: 'files',
  net: 'network',
  tls: 'network',
  dgram: 'network',
  dns: 'network',
  http: 'network',
  http2: 'network',
  https: 'network',
  process: 'process',
  child_process: 'process',
  cluster: 'process',
  worker_threads: 'process',
  os: 'process',
  tty: 'process',
  readline: 'process',
  'readline/promises': 'process',
  console: 'console',
  perf_hooks: 'clock',
  timers: 'timers',
  'timers/promises': 'timers',
};

export function touchOfBuiltin(specifier: string, names: readonly string[]): Touch | undefined {
  if (!specifier.startsWith('node:')) return undefined;
  const name = specifier.slice('node:'.length);
  if (name === 'crypto' && names.some((taken) => /^random|^\*|^default/.test(taken))) return 'chance';
  // Where temporary files go is a matter of files, not of the process.
  if (name === 'os' && names.every((taken) => taken === 'tmpdir')) return 'files';
  // A channel inside of the process starts no thread.
  if (name === 'worker_threads' && names.length > 0 && names.every((taken) => /^Message(Channel|Port)$/.test(taken)))
    return undefined;
  return builtins[name];
}

export function touchesOf(program: Node): Touched[] {
  const found: Touched[] = [];
  freeNames(program, (identifier, parents) => {
    const name = identifier.name as string;
    const touch = Object.hasOwn(always, name) ? always[name] : touchOfPart(identifier, parents);
    if (touch) found.push({ touch, what: name, start: identifier.start });
  });
  everyNode(program, (node) => {
    const text = node.type === 'TemplateElement' ? (node.value as { cooked?: string }).cooked : node.value;
    if (typeof text === 'string' && /[\u001b\u009b]/.test(text))
      found.push({ touch: 'colour', what: 'an escape sequence', start: node.start });
  });
  return found;
}

function touchOfPart(identifier: Node, [parent]: readonly Node[]): Touch | undefined {
  const name = identifier.name as string;
  const rule = Object.hasOwn(byMember, name) ? byMember[name] : undefined;
  if (!rule || !parent) return undefined;
  if (parent.type === 'MemberExpression' && parent.object === identifier) {
    const member = memberName(parent);
    return member !== undefined && rule.harmless(member) ? undefined : rule.touch;
  }
  if (parent.type === 'BinaryExpression' && parent.operator === 'instanceof') return undefined;
  if (name === 'Date' && parent.type === 'NewExpression' && parent.callee === identifier)
    return (parent.arguments as Node[]).length > 0 ? undefined : rule.touch;
  return rule.touch;
}

function memberName(member: Node): string | undefined {
  const property = member.property as Node;
  if (!member.computed) return property.name as string;
  return typeof property.value === 'string' ? property.value : undefined;
}
