// What can be wrong before and while the app takes an event on: at the sender, on the way, in its answers and processes.
import { acts, app, between, type Fault, fault, hour, minute, sender } from './change.ts';

export const faultsBefore = {
  slowHandler: fault(
    'ack-late-retry',
    'delivery',
    app((size) => ({ answers: 'after-work', work: between(size, 3_900, 20_000) })),
  ),
  coldStart: fault(
    'cold-path-late-ack',
    'delivery',
    app((size) => ({ boot: between(size, 3_600, 9_000) })),
  ),
  busyInstance: fault(
    'cold-path-late-ack',
    'delivery',
    app((size) => ({ backlog: between(size, 4_200, 9_000), instances: 1 })),
  ),
  // Before the handler, and before the answer: to answer first would help as well.
  slowAuthorize: {
    ...fault(
      'cold-path-late-ack',
      'delivery',
      app((size) => ({ authorize: between(size, 3_600, 8_000), answers: 'after-work' })),
    ),
    withoutRuns: 'ack-late-retry',
  },
  errorAfterWork: fault(
    'ack-missing-or-error',
    'delivery',
    app(() => ({ answers: 'error' })),
  ),
  noAnswer: fault(
    'ack-missing-or-error',
    'delivery',
    app(() => ({ answers: 'never' })),
  ),
  copies: fault(
    'provider-unmarked-duplicate',
    'delivery',
    sender((size) => ({
      copies: Array.from({ length: 1 + Math.floor(size * 3) }, (_, i) => between(size, 40, 4_000) * (i + 1)),
    })),
  ),
  sharedChannel: {
    ...fault(
      'provider-unmarked-duplicate',
      'delivery',
      sender(() => ({ workspaces: 2 })),
    ),
    isByRule: true,
  },
  clientResends: {
    ...fault(
      'provider-unmarked-duplicate',
      'delivery',
      acts((first) => [{ ...first, resent: true }]),
    ),
    isByRule: true,
  },
  doubledOnTheWay: fault('provider-unmarked-duplicate', 'delivery', (world, size) => ({
    ...world,
    transport: 'http',
    edge: { ...world.edge, doubles: between(size, 2_600, 12_000) },
  })),
  lateReplay: fault(
    'late-replay',
    'delivery',
    sender((size) => ({ repeats: [between(size, 13 * minute, 17 * hour)] })),
  ),
  mentionAndMessage: fault('mention-message-overlap', 'delivery', (world) => ({
    ...world,
    acts: world.acts.map((act) => ({ ...act, mentions: true })),
    hooks: world.hooks.map((hook) => ({ ...hook, types: [...hook.types, 'app_mention'] })),
  })),
  takesEdits: fault(
    'edit-event-as-new',
    'delivery',
    app(() => ({ takesEdits: true })),
  ),
  takesLabels: fault(
    'sibling-events-one-action',
    'delivery',
    app(() => ({ takesEdits: true })),
  ),
  buttonToo: fault(
    'sibling-events-one-action',
    'delivery',
    acts((first, size) => [first, { ...first, kind: 'click', after: first.after + between(size, 2_500, 60_000) }]),
  ),
  takesOwn: fault(
    'bot-self-loop',
    'delivery',
    app(() => ({ takesOwn: true })),
  ),
  secondHook: fault('duplicate-registration', 'delivery', (world) => ({
    ...world,
    hooks: world.hooks.flatMap((hook) => [hook, { ...hook, id: 'H2' }]),
  })),
  secondApp: fault('env-apps-overlap', 'delivery', (world) => ({
    ...world,
    hooks: world.hooks.flatMap((hook) => [hook, { ...hook, id: 'H3', app: 'A0TEST' }]),
    guard: { ...world.guard, store: world.guard.store === 'shared' ? 'app' : world.guard.store },
  })),
  marksStripped: fault('retry-metadata-lost', 'delivery', (world) => ({
    ...world,
    edge: { ...world.edge, isThere: true, strips: true },
  })),
  marksStrippedUnseen: fault('retry-metadata-lost', 'delivery', (world) => ({
    ...world,
    edge: { ...world.edge, isThere: true, strips: true, isSilent: true },
  })),
  stranger: fault('socket-split-delivery', 'delivery', (world) => ({
    ...world,
    transport: 'socket',
    app: { ...world.app, strangers: 1 },
  })),
  twoListeners: fault(
    'listener-bound-twice',
    'run',
    app((size) => ({ listeners: 2 + Math.floor(size * 1.5) })),
  ),
  twoConsumers: fault(
    'parallel-consumers',
    'run',
    app(() => ({ consumers: 2 })),
  ),
  twoPollers: fault('parallel-consumers', 'delivery', (world) => ({
    ...world,
    transport: 'poll',
    app: { ...world.app, consumers: 2 },
  })),
} as const satisfies Record<string, Fault>;
