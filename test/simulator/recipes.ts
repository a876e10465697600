// Which faults are drawn together: one that is meant, and what must be weak beside it for a duplicate to come of it.
import type { FaultName } from './faults.ts';

export interface Recipe {
  /** The cause that it is drawn for, or what the world is when nothing is wrong. */
  readonly of: string;
  /** One of each row; a row that holds an empty text may be left out. */
  readonly rows: readonly (readonly (FaultName | '')[])[];
}

/** One event twice gets past each of these, sooner or later. */
const weak = ['noGuard', 'noGuard', 'deliveryKey', 'markedLater', 'releasedEarly', 'ownMemory', 'shortLife'] as const;
/** Two events about one thing get past each of these. */
const narrow = ['noGuard', 'narrowKey', 'narrowKey', 'ownMemory'] as const;
/** What may be there, and makes no difference. */
const more = [
  ['', 'inQueue'],
  ['', 'twoInstances'],
  ['', 'edge'],
] as const;

const recipe = (of: string, ...rows: Recipe['rows']): Recipe => ({ of, rows });

export const recipes: readonly Recipe[] = [
  recipe('ack-late-retry', ['slowHandler'], weak, ['', 'socket'], ...more),
  recipe('cold-path-late-ack', ['coldStart', 'busyInstance', 'slowAuthorize'], weak, ...more),
  recipe('ack-missing-or-error', ['errorAfterWork'], weak, ...more),
  recipe('ack-missing-or-error', ['noAnswer'], ['socket'], weak, ...more),
  recipe('no-idempotency-guard', ['repeatsSoon', 'repeatsInMinutes'], ['noGuard'], ['', 'socket'], ...more),
  recipe('no-idempotency-guard', ['github'], ['askedAgain'], ['noGuard'], ...more),
  recipe('provider-unmarked-duplicate', ['copies'], narrow, ['', 'socket'], ...more),
  recipe('provider-unmarked-duplicate', ['sharedChannel', 'clientResends'], ['noGuard'], ...more),
  recipe('provider-unmarked-duplicate', ['doubledOnTheWay'], ['noGuard', 'deliveryKey'], ...more),
  recipe('late-replay', ['lateReplay'], ['noGuard', 'shortLife', 'deliveryKey'], ['', 'socket'], ...more),
  recipe('mention-message-overlap', ['mentionAndMessage'], narrow, ['', 'socket'], ...more),
  recipe('edit-event-as-new', ['takesEdits'], ['edited', 'linkPreview'], narrow, ['', 'socket'], ...more),
  recipe('sibling-events-one-action', ['github'], ['labelled'], ['takesLabels'], narrow, ...more),
  recipe('sibling-events-one-action', ['buttonToo'], ['', 'noGuard'], ...more),
  recipe('bot-self-loop', ['takesOwn'], ['replies'], ['', 'socket', 'noGuard']),
  recipe('duplicate-registration', ['github'], ['secondHook'], narrow, ...more),
  recipe('duplicate-registration', ['secondHook'], ['noGuard', 'deliveryKey'], ...more),
  recipe('env-apps-overlap', ['secondApp'], ['', 'noGuard', 'ownMemory'], ...more),
  recipe('socket-split-delivery', ['stranger'], ['', 'twoInstances']),
  recipe('listener-bound-twice', ['twoListeners'], ['', 'socket', 'noGuard'], ...more),
  recipe('parallel-consumers', ['twoConsumers'], ['', 'noGuard', 'socket'], ...more),
  recipe('parallel-consumers', ['twoPollers'], ['noGuard', 'ownMemory'], ['', 'inQueue']),
  recipe('dedupe-key-too-narrow', ['repeatsSoon', 'repeatsInMinutes'], ['deliveryKey'], ['', 'socket'], ...more),
  recipe('dedupe-key-too-narrow', ['sharedChannel'], ['workspaceKey', 'narrowKey'], ...more),
  recipe('dedupe-key-too-narrow', ['clientResends'], ['tsKey', 'narrowKey'], ...more),
  recipe('dedupe-not-atomic', ['repeatsSoon'], ['markedLater', 'releasedEarly'], ['', 'socket'], ...more),
  recipe(
    'dedupe-store-volatile',
    ['repeatsSoon', 'repeatsInMinutes'],
    ['shortLife', 'ownMemory', 'restartForgets'],
    ...more,
  ),
  recipe('stale-existence-check', ['repeatsSoon'], ['searchesFirst'], ['staleIndex'], ['', 'socket'], ...more),
  recipe(
    'producer-double-enqueue',
    ['twoJobs', 'twoWrites'],
    ['', 'socket', 'noGuard'],
    ['', 'twoInstances'],
    ['', 'edge'],
  ),
  recipe('job-reclaimed-while-running', ['shortLease'], ['', 'socket', 'noGuard'], ['', 'edge']),
  recipe('partial-commit-retry', ['laterStepFails', 'workerDies'], ['', 'socket', 'noGuard'], ['', 'edge']),
  recipe('ambiguous-outcome-retry', ['answerLost', 'gatewayGivesUp'], ['', 'socket', 'noGuard'], ...more),
  recipe('target-automation', ['ruleInTarget', 'libraryAsksAgain', 'calledBack'], ['', 'socket', 'noGuard'], ...more),
  recipe('over-suppression', ['cutOff'], ['dropsRetries'], ...more),
  recipe('over-suppression', ['anotherPerson', 'equalText'], ['textKey'], ...more),
  recipe(
    'retry-metadata-lost',
    ['slowHandler', 'slowHandler', 'coldStart', 'errorAfterWork'],
    ['marksStripped', 'marksStrippedUnseen'],
    ['dropsRetries'],
    ['noGuard', 'deliveryKey', 'shortLife'],
    ['', 'inQueue'],
    ['', 'twoInstances'],
  ),
  recipe(
    'repeated-action',
    ['equalText', 'anotherPerson', 'pressedTwice', 'reactedTwice'],
    ['', 'socket'],
    ['', 'noGuard'],
    ...more,
  ),
  recipe(
    'single',
    [
      '',
      'slowHandler',
      'coldStart',
      'errorAfterWork',
      'repeatsSoon',
      'lateReplay',
      'edited',
      'mentionAndMessage',
      'github',
    ],
    ['', 'socket'],
    ...more,
  ),
  recipe('lost', ['crashBeforeWork', 'targetRefuses'], ['', 'socket'], ...more),
];
