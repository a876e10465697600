// How the world is, without anything being wrong.
import { acts, app, between, type Fault, fact, guard, minute, queue, sender } from './change.ts';

export const circumstances = {
  repeatsSoon: fact(sender((size) => ({ repeats: [between(size, 2_300, 14_000)] }))),
  repeatsInMinutes: fact(sender((size) => ({ repeats: [between(size, 65_000, 290_000)] }))),
  askedAgain: fact(sender((size) => ({ repeats: [between(size, minute, 13 * minute)] }))),
  cutOff: fact(sender(() => ({ isCutOff: true }))),
  searchesFirst: fact(guard(() => ({ kind: 'search' }))),
  edited: fact(
    acts((first, size) => [first, { ...first, kind: 'edit', after: first.after + between(size, 500, 40_000) }]),
  ),
  linkPreview: fact(
    acts((first, size) => [first, { ...first, kind: 'edit', after: first.after + between(size, 500, 1_100) }]),
  ),
  labelled: fact(
    acts((first, size) => [first, { ...first, kind: 'label', after: first.after + between(size, 40, 900) }]),
  ),
  github: fact((world) => ({
    ...world,
    provider: 'github',
    transport: 'http',
    acts: world.acts.map((act) => ({ ...act, kind: 'issue' as const })),
  })),
  socket: fact((world) => ({ ...world, transport: 'socket' })),
  replies: fact(app(() => ({ replies: true }))),
  twoInstances: fact(app(() => ({ instances: 2 }))),
  edge: fact((world) => ({ ...world, edge: { ...world.edge, isThere: true } })),
  inQueue: fact(queue(() => ({}))),
  equalText: fact(
    acts((first, size) => [first, { ...first, wish: 2, thing: 2, after: first.after + between(size, 2_000, 300_000) }]),
  ),
  anotherPerson: fact(
    acts((first, size) => [
      first,
      { ...first, wish: 2, thing: 2, actor: 'U0ELM', after: first.after + between(size, 1_200, 90_000) },
    ]),
  ),
  pressedTwice: fact(
    acts((first, size) => [
      { ...first, kind: 'click' },
      { ...first, kind: 'click', wish: 2, after: first.after + between(size, 120, 9_000) },
    ]),
  ),
  reactedTwice: fact(
    acts((first, size) => [
      { ...first, kind: 'reaction' },
      { ...first, kind: 'reaction', wish: 2, actor: 'U0ELM', after: first.after + between(size, 200, 60_000) },
    ]),
  ),
} as const satisfies Record<string, Fault>;
