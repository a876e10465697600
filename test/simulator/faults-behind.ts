// What can be wrong behind that: in the guard, the queue, the calls and the target.
import { app, between, type Fault, fault, guard, queue, target } from './change.ts';

export const faultsBehind = {
  noGuard: fault(
    'no-idempotency-guard',
    'guard',
    guard(() => ({ kind: 'none' })),
  ),
  narrowKey: fault(
    'dedupe-key-too-narrow',
    'guard',
    guard(() => ({ key: 'event' })),
  ),
  deliveryKey: fault(
    'dedupe-key-too-narrow',
    'guard',
    guard(() => ({ key: 'delivery' })),
  ),
  workspaceKey: fault(
    'dedupe-key-too-narrow',
    'guard',
    guard(() => ({ key: 'workspace' })),
  ),
  tsKey: fault(
    'dedupe-key-too-narrow',
    'guard',
    guard(() => ({ key: 'ts' })),
  ),
  markedLater: fault(
    'dedupe-not-atomic',
    'guard',
    guard((size) => ({
      kind: 'get-set',
      markAfter: size > 0.7 ? Number.POSITIVE_INFINITY : between(size, 400, 9_000),
    })),
  ),
  releasedEarly: fault(
    'dedupe-not-atomic',
    'guard',
    guard(() => ({ releasesEarly: true })),
  ),
  ownMemory: fault(
    'dedupe-store-volatile',
    'guard',
    guard(() => ({ store: 'process' })),
  ),
  shortLife: fault(
    'dedupe-store-volatile',
    'guard',
    guard((size) => ({ ttl: between(size, 1_000, 60_000) })),
  ),
  restartForgets: fault('dedupe-store-volatile', 'guard', (world, size) => ({
    ...world,
    guard: { ...world.guard, store: 'process' },
    app: { ...world.app, restartsAfter: between(size, 2_000, 4_000) },
  })),
  dropsRetries: fault(
    'over-suppression',
    'guard',
    app(() => ({ dropsRetries: true })),
  ),
  textKey: fault(
    'over-suppression',
    'guard',
    guard(() => ({ key: 'text' })),
  ),
  twoJobs: fault(
    'producer-double-enqueue',
    'job',
    queue(() => ({ enqueues: 2 })),
  ),
  twoWrites: fault(
    'producer-double-enqueue',
    'job',
    app(() => ({ writes: 2 })),
  ),
  shortLease: fault(
    'job-reclaimed-while-running',
    'attempt',
    queue((size) => ({ lease: between(size, 5_000, 30_000), work: between(size, 6_500, 33_000) })),
  ),
  laterStepFails: fault(
    'partial-commit-retry',
    'attempt',
    queue((size) => ({ ends: 'failed', retryAfter: between(size, 1_000, 60_000) })),
  ),
  workerDies: fault(
    'partial-commit-retry',
    'attempt',
    queue((size) => ({ ends: 'killed', lease: between(size, 5_000, 60_000) })),
  ),
  answerLost: fault(
    'ambiguous-outcome-retry',
    'call',
    target((size) => ({
      loses: 'answer',
      patience: between(size, 2_000, 30_000),
      againAfter: between(size, 200, 5_000),
    })),
  ),
  gatewayGivesUp: fault(
    'ambiguous-outcome-retry',
    'call',
    target((size) => ({
      loses: 'status',
      patience: between(size, 2_000, 30_000),
      againAfter: between(size, 200, 5_000),
    })),
  ),
  staleIndex: fault(
    'stale-existence-check',
    'call',
    target((size) => ({ indexLag: between(size, 30_000, 90_000) })),
  ),
  ruleInTarget: fault(
    'target-automation',
    'record',
    target(() => ({ adds: 'rule' })),
  ),
  libraryAsksAgain: fault(
    'target-automation',
    'call',
    target(() => ({ adds: 'library' })),
  ),
  calledBack: fault(
    'target-automation',
    'call',
    target(() => ({ adds: 'callback' })),
  ),
  crashBeforeWork: fault(
    'lost',
    'run',
    app(() => ({ crashes: 'before-create' })),
  ),
  targetRefuses: fault(
    'lost',
    'call',
    target(() => ({ refuses: true })),
  ),
} as const satisfies Record<string, Fault>;
