// How a fault changes a world: one part of it, by a size from 0 to 1.
import type { Act, GuardPlan, World } from './world.ts';

export type Link = 'delivery' | 'guard' | 'run' | 'job' | 'attempt' | 'call' | 'record';
export const links: readonly Link[] = ['delivery', 'guard', 'run', 'job', 'attempt', 'call', 'record'];

export interface Fault {
  readonly cause: string | undefined;
  readonly link: Link;
  /** The sender does this by its rules, and a guard is there to meet it. */
  readonly isByRule?: true;
  /** The name that is as right where no run was logged: then nothing tells the two apart, and both removals mend it. */
  readonly withoutRuns?: string;
  /** `size` from 0 to 1: how bad, how late, how long. */
  readonly change: (world: World, size: number) => World;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const between = (size: number, from: number, to: number) => Math.round(from + size * (to - from));

export const app = (change: (size: number, world: World) => Partial<World['app']>) => (world: World, size: number) => ({
  ...world,
  app: { ...world.app, ...change(size, world) },
});
export const guard = (change: (size: number) => Partial<GuardPlan>) => (world: World, size: number) => ({
  ...world,
  guard: { ...world.guard, ...change(size) },
});
export const sender = (change: (size: number) => Partial<World['sender']>) => (world: World, size: number) => ({
  ...world,
  sender: { ...world.sender, ...change(size) },
});
export const queue = (change: (size: number) => Partial<World['queue']>) => (world: World, size: number) => ({
  ...world,
  queue: { ...world.queue, isThere: true, ...change(size) },
});
export const target = (change: (size: number) => Partial<World['target']>) => (world: World, size: number) => ({
  ...world,
  target: { ...world.target, ...change(size) },
});
export const acts = (change: (first: Act, size: number) => readonly Act[]) => (world: World, size: number) => {
  const [first] = world.acts;
  return first ? { ...world, acts: change(first, size) } : world;
};

export const fault = (cause: string, link: Link, change: Fault['change']): Fault => ({ cause, link, change });
export const fact = (change: Fault['change']): Fault => ({ cause: undefined, link: 'delivery', change });
