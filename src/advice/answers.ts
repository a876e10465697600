// What each answer of a trace means: the words in its first line that are no cause.
import type { Verdict } from '../model/trace-document.ts';

export interface Answer {
  readonly id: Verdict;
  readonly title: string;
  readonly problem: string;
  readonly signs: readonly string[];
  readonly fix: readonly string[];
}

export const answers: readonly Answer[] = [
  {
    id: 'duplicate',
    title: 'One wish, more than one effect',
    problem:
      'Something was made more than once for one thing that somebody did. The cause stands behind it with its certainty: shown (every link is a fact), consistent ' +
      '(a link is inferred) or open (a gap prevents deciding). A loop, in which the app answers itself, is a duplicate too.',
    signs: ['two objects of one target and one action, from one event or from events about one act'],
    fix: [
      'Look at the cause: dedupe explain NAME says what to change.',
      'Close the surplus objects by hand; the trace says which one to keep and why.',
      'Where the cause is open, log what the gaps name, and ask again after the next one.',
    ],
  },
  {
    id: 'single',
    title: 'One effect, as was wished',
    problem:
      'Each intended effect has exactly one object, and a source that sees effects was read over the whole time in which the event could come again. ' +
      'It says nothing about what no source records.',
    signs: [
      'one object for each effect',
      'the sources reach beyond the last repeat that the sender can make, and none of them has a hole',
    ],
    fix: ['Nothing. Where a second object exists all the same, ask by both: dedupe trace OPS-41 OPS-42.'],
  },
  {
    id: 'not-a-duplicate',
    title: 'Two acts, two effects',
    problem:
      'The objects came of different actions: two messages, two clicks, two people, two emojis. Nothing was repeated by a machine.',
    signs: ['two trigger ids, two moments, two people or two subjects, and no mark of a retry'],
    fix: ['Decide whether the second act should mean anything; dedupe explain repeated-action says how to let it not.'],
  },
  {
    id: 'lost',
    title: 'Received, and nothing was made',
    problem:
      'The event arrived, and no source that sees effects shows one, read over the whole time. The ways on which that happens have names and texts of their own; where ' +
      'the facts show none, the gaps say which of them fit. It can be right: an app need not act on every event.',
    signs: ['a delivery, and no object, no open request and no work that can still go on'],
    fix: [
      'Look at the way, where one is named: dedupe explain NAME.',
      'Let the event be done again from where it stands (its row, its job, a redelivery), under the same source_event_key.',
    ],
  },
  {
    id: 'split',
    title: 'Divided between consumers, not doubled',
    problem:
      'Several connections under one token share the events: each sees a part, and nothing came twice. What one of them takes, the others miss.',
    signs: [
      'more than one connection with one token at the time',
      'receipts that change between instances, each event once',
    ],
    fix: [
      'Run one consumer for each app, or let all of them write to one store; dedupe explain socket-split-delivery says more.',
    ],
  },
  {
    id: 'unknown-result',
    title: 'Sent, and nobody knows what became of it',
    problem:
      'A create left, and no answer that proves anything came back: a time-out, a dropped connection, a 5xx. The object can be there. Whoever sends it again ' +
      'without looking makes the duplicate.',
    signs: ['a call or a row of the ledger that is sent or unknown, and no object that anybody has seen'],
    fix: [
      'Look it up in the target by its key before anything repeats it: dedupe reconcile proves that it is there, or that it is not.',
      'Repeat only what is proven absent, under the same key.',
    ],
  },
  {
    id: 'inconclusive',
    title: 'What could be read does not decide it',
    problem:
      'A source could not be read, ends too early, or lacks the field that would tell; the gaps name it with what it would have settled. It is no ' +
      'answer of "no": nothing was ruled out.',
    signs: ['an object that names no event, a window that ends before the sender does, a run or a job without an end'],
    fix: ['Log what the first gap names, or give the source that has it, and ask again.'],
  },
];
