// The one-way rule as data: which folder of src may import which, what it never touches, and why.
import type { Touch } from './touches.ts';
import { given, pure, type Wall, wallsOfHelpers, world } from './walls-of-helpers.ts';

export type { Wall } from './walls-of-helpers.ts';

const openers = ['open-queues', 'open-slack', 'open-targets'];
const opener: readonly Touch[] = [...world, 'clock', 'chance', 'timers', 'network', 'colour'];

const rules = {
  may: ['model', 'providers'],
  never: pure,
  why: 'a rule is a pure function of its input, so that one saved document gives one answer everywhere',
  apart: { contracts: [] },
} as const;

const frameWhy = 'the frame turns a command line into a call and its end into a status; the work is done in folders';

export const walls: readonly Wall[] = [
  ...wallsOfHelpers,
  {
    home: 'frame',
    may: ['nearest', 'commands', 'context', 'open-queues', 'open-targets', 'model', 'errors', 'exit'],
    never: [...given, 'network'],
    why: frameWhy,
  },
  {
    home: 'context',
    may: ['frame', 'model', 'errors', 'postgres', 'slack', 'store', 'targets', 'evidence'],
    never: [...given, 'network'],
    why: 'the context opens what a command asks for; what it finds is for the command to judge',
  },
  {
    home: 'sources',
    may: [
      'unless-stopped',
      'turn',
      ...openers,
      'context',
      'frame',
      'model',
      'errors',
      'scan',
      'evidence',
      'postgres',
      'store',
    ],
    never: ['console', 'globalThis', 'clock', 'chance', 'colour', 'network'],
    why: 'it opens what the configuration names; what stands there is for the evidence to read',
  },
  {
    home: 'reference',
    may: ['model', 'providers', 'errors'],
    never: pure,
    why: 'what a reference can mean follows from its text; whether it is known is for the sources to say',
  },
  {
    home: 'open-targets',
    may: ['frame', 'nearest', 'model', 'errors', 'targets'],
    never: opener,
    why: 'it turns what the configuration says into targets; what they answer is for others to judge',
  },
  {
    home: 'open-queues',
    may: ['frame', 'nearest', 'model', 'errors', 'queues'],
    never: opener,
    why: 'it turns what the configuration says into queues; what they answer is for others to judge',
  },
  {
    home: 'open-slack',
    may: ['frame', 'model', 'errors', 'slack', 'targets'],
    never: opener,
    why: 'it turns names of variables into connections; no token goes further than that',
  },
  {
    home: 'ongoing',
    may: ['unless-stopped', 'model', 'providers', 'causes'],
    never: pure,
    why: 'whether a cause goes on is the same question, asked of later events',
  },
  {
    home: 'trace',
    may: [
      'nearest',
      'ongoing',
      'reference',
      'shell-word',
      'turn',
      ...rules.may,
      'causes',
      'evidence',
      'errors',
      'exit',
    ],
    never: pure,
    why: 'the path of a trace is the same for every command that takes it, whatever its sources are',
  },
  {
    home: 'survey',
    may: ['unless-stopped', 'model', 'providers', 'causes', 'evidence', 'errors'],
    never: pure,
    why: 'the path of a scan: what the sources found, explained like a trace, and counted',
  },
  { home: 'model', may: [], never: pure.filter((touch) => touch !== 'colour'), why: 'the vocabulary knows nobody' },
  { home: 'providers', may: ['model', 'errors'], never: pure, why: 'identity is computed from bytes and a given time' },
  { home: 'advice', may: ['model'], never: pure, why: 'a text about a rule is read, never run' },
  { home: 'causes', ...rules },
  { home: 'lint', ...rules },
  { home: 'steps', ...rules, may: ['model'], why: 'a step is judged by what was seen, and looks at nothing itself' },
  { home: 'audit', ...rules },
  {
    home: 'report',
    may: ['model', 'errors'],
    never: pure.filter((touch) => touch !== 'colour'),
    why: 'a renderer turns a finished document into text and asks nobody',
  },
  {
    home: 'findings',
    may: ['model', 'nearest'],
    never: pure,
    why: 'what is told of a finding follows from the rules, the texts and what was accepted before',
  },
  { home: 'propose', may: ['model'], never: pure, why: 'what a table is taken for follows from its catalog entry' },
  {
    home: 'check',
    may: [
      ...['frame', 'context', 'findings', 'model', 'postgres', 'report', 'scan', 'store', 'errors', 'exit', 'nearest'],
      ...['open-queues', 'open-slack', 'slack'],
    ],
    never: given,
    why: 'the path that lint and audit share, from the files to the status',
  },
  {
    home: 'doctor',
    may: [
      'unless-stopped',
      ...['frame', 'context', 'sources', 'trace', 'reference', ...openers, 'check', 'findings', 'errors', 'exit'],
      ...['model', 'providers', 'audit', 'lint', 'steps', 'propose', 'postgres', 'slack', 'scan', 'store', 'evidence'],
    ],
    never: given,
    why: 'it looks at whatever is configured, each by the reader that it has; the steps judge what was seen',
  },
  {
    home: 'anonymize',
    may: ['model'],
    never: pure,
    why: 'what is left of a name must follow from the evidence alone, so that the same trace is hidden in the same way',
  },
  {
    home: 'saved',
    may: ['model', 'errors'],
    never: given,
    why: 'a file is evidence that was read before; what it means is for this version to say',
  },
  { home: 'postgres', may: ['model', 'errors'], never: ['console'], why: 'a connection knows SQL, not what it is for' },
  { home: 'redis', may: ['model', 'errors'], never: world, why: 'a connection knows commands, not what they are for' },
  {
    home: 'queues',
    may: ['model', 'postgres', 'redis', 'errors'],
    never: world,
    why: 'a connector says what one queue system still knows; what that means is for the rules',
  },
  { home: 'slack', may: ['model', 'errors'], never: world, why: 'a connection knows the API, not what it is for' },
  { home: 'scan', may: ['turn', 'model', 'errors'], never: given, why: 'a reader of files yields what stands there' },
  {
    home: 'store',
    may: ['model', 'postgres', 'errors'],
    never: world,
    why: 'a query answers; who asks is not its matter',
  },
  {
    home: 'targets',
    may: ['model', 'postgres', 'slack', 'errors'],
    never: world,
    why: 'an adapter speaks for one system; the ledger and the evidence are not its matter',
  },
  {
    home: 'evidence',
    may: ['unless-stopped', 'model', 'providers', 'postgres', 'slack', 'scan', 'store', 'queues', 'targets', 'errors'],
    never: world,
    why: 'a source reads and never interprets',
  },
  {
    home: 'pipeline',
    may: ['listening', 'model', 'providers', 'store', 'targets', 'errors'],
    never: ['console'],
    why: 'the reference system runs without the diagnosis, and is a library of its own',
  },
  {
    home: 'reconcile',
    may: ['model', 'store', 'targets', 'pipeline', 'errors'],
    never: world,
    why: 'what became of a request follows from the target and the ledger; who asks is not its matter',
  },
  {
    home: 'drill',
    may: ['listening', 'model', 'providers', 'pipeline/contracts', 'targets', 'postgres', 'errors'],
    never: ['console'],
    why: 'a drill tests any pipeline through its contracts, and counts in the target',
  },
  {
    home: 'commands',
    may: [
      'unless-stopped',
      ...['frame', 'context', 'sources', 'trace', 'turn', 'nearest', 'survey', 'progress', 'demo-folder', 'reference'],
      ...['shell-word', 'check', 'doctor', 'steps', 'changed-files', 'errors', 'exit', 'model', 'providers'],
      ...['advice', 'causes', 'lint', 'audit', 'anonymize', 'saved', 'report', 'postgres', 'slack', 'scan'],
      ...['store', 'targets', 'evidence', 'pipeline', 'drill', 'open-targets', 'propose', 'reconcile'],
    ],
    never: given,
    why: 'a command is given its streams and its clock, so that it runs in a test as it does in a terminal',
    apart: { contracts: ['src/commands/command.ts'] },
  },
];
