// The part of the one-way rule about files that serve everybody and know hardly anybody.
import type { Touch } from './touches.ts';

export interface Wall {
  /** A folder or a file of src, without its ending; the longest one that fits a path is that path's home. */
  readonly home: string;
  /** Homes, or folders inside one, that it may import. Itself always. */
  readonly may: readonly string[];
  readonly never: readonly Touch[];
  readonly why: string;
  /** Its files do not import each other: each is one entry of a list. Contract files may be imported by all. */
  readonly apart?: { readonly contracts: readonly string[] };
}

export const world: readonly Touch[] = ['process', 'console', 'globalThis'];
export const pure: readonly Touch[] = [...world, 'clock', 'chance', 'timers', 'files', 'network', 'colour'];
export const given: readonly Touch[] = [...world, 'clock', 'chance', 'colour'];

export const wallsOfHelpers: readonly Wall[] = [
  { home: 'exit', may: [], never: pure, why: 'the exit codes are a list of numbers' },
  { home: 'errors', may: ['exit'], never: pure, why: 'everybody may throw it, so it may know nobody' },
  {
    home: 'unless-stopped',
    may: [],
    never: [...given, 'files', 'network'],
    why: 'it knows waiting, and nobody who waits',
  },
  {
    home: 'listening',
    may: ['errors'],
    never: [...given, 'files', 'timers'],
    why: 'it knows which addresses can be taken, and nobody who takes one',
  },
  { home: 'nearest', may: [], never: pure, why: 'what a typo probably meant follows from the names' },
  { home: 'shell-word', may: [], never: pure, why: 'quoting is a function of a word' },
  {
    home: 'turn',
    may: [],
    never: pure.filter((touch) => touch !== 'timers'),
    why: 'waiting for nothing but the others is one thing, whoever does it',
  },
  {
    home: 'progress',
    may: ['context', 'model'],
    never: pure.filter((touch) => touch !== 'colour'),
    why: 'how far a command has come is told to a terminal and to nobody else',
  },
  {
    home: 'demo-folder',
    may: [],
    never: ['console', 'globalThis', 'clock', 'chance', 'timers', 'network', 'colour'],
    why: 'one place asks where this user may keep a file between two runs',
  },
  {
    home: 'changed-files',
    may: ['errors'],
    never: ['console', 'globalThis', 'clock', 'chance', 'timers', 'network', 'colour'],
    why: 'one place asks git what changed',
  },
];
