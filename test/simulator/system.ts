// The parts of one simulated system, wired together for one run, and what came out of it.
import { App } from './app.ts';
import { Clockwork, chanceOf } from './clockwork.ts';
import { GuardStore } from './guard-store.ts';
import { JobQueue } from './job-queue.ts';
import { Journal, type Line } from './journal.ts';
import { Sender } from './sender.ts';
import { type Made, Target } from './target.ts';
import type { World } from './world.ts';

/** A Monday morning; the simulation knows no other time. */
export const start = Date.UTC(2026, 10, 2, 9, 15);

export interface System {
  readonly world: World;
  readonly clock: Clockwork;
  readonly journal: Journal;
  readonly guards: GuardStore;
  readonly queue: JobQueue;
  readonly target: Target;
  readonly app: App;
  readonly sender: Sender;
  /** From 0 to 1, the same for one name in one world. */
  chance(name: string): number;
  /** A span between two ends, by chance. */
  span(name: string, from: number, to: number): number;
  readonly tag: string;
  nextId(prefix: string): string;
}

export interface Simulated {
  readonly lines: readonly Line[];
  readonly made: readonly Made[];
  /** Ids of the events that the sender sent, with the wish behind each. */
  readonly events: readonly { readonly id: string; readonly wish: number }[];
}

/** Does the app of this world write 0 for a number that it did not find? */
export function countsFromNothing(seed: number): boolean {
  return chanceOf(seed, 'counts from nothing') < 0.5;
}

export interface Setting {
  /** What the ids of this run carry, so that two runs can stand in one log. */
  readonly tag?: string;
  readonly begins?: number;
  /** How far each writer's clock is off. */
  readonly offsets?: (writer: string) => number;
}

export function simulate(world: World, { tag = '', begins = start, offsets = () => 0 }: Setting = {}): Simulated {
  const clock = new Clockwork(begins);
  const counters = new Map<string, number>();
  const chance = (name: string) => chanceOf(world.seed, name);
  const system = {
    world,
    clock,
    journal: new Journal(clock, offsets),
    chance,
    span: (name: string, from: number, to: number) => Math.round(from + chance(name) * (to - from)),
    tag,
    nextId: (prefix: string) => {
      const next = (counters.get(prefix) ?? 0) + 1;
      counters.set(prefix, next);
      return `${prefix}${tag}${next}`;
    },
  } as System;
  const parts = {
    guards: new GuardStore(system),
    queue: new JobQueue(system),
    target: new Target(system),
    app: new App(system),
    sender: new Sender(system),
  };
  Object.assign(system, parts);
  parts.app.start();
  parts.sender.start();
  clock.run();
  return { lines: system.journal.lines, made: parts.target.made, events: parts.sender.events };
}
