// What a process does with an event that it took on: one run for each listener, then a job or the create itself.
import type { Taken } from './app.ts';
import type { System } from './system.ts';

export class Handler {
  readonly #system: System;

  constructor(system: System) {
    this.#system = system;
  }

  /** `done` is told once, when all of the delivery's own runs are over. */
  handle(taken: Taken, done: (isWell: boolean) => void): void {
    const { world, clock, span } = this.#system;
    const { listeners, consumers } = world.app;
    const places =
      consumers > 1 && world.transport !== 'poll'
        ? Array.from({ length: consumers }, (_, i) => `sub-${i + 1}`)
        : [taken.process];
    let open = places.length * listeners;
    for (const place of places) {
      for (let listener = 0; listener < listeners; listener++) {
        const wait = span(`dispatch ${taken.deliveryId} ${place} ${listener}`, 1, 9) + listener * 2;
        clock.after(wait + world.app.authorize, () => {
          this.#run(taken, place, listener, (isWell) => {
            open -= 1;
            if (open === 0) done(isWell);
          });
        });
      }
    }
  }

  #run(taken: Taken, process: string, listener: number, done: (isWell: boolean) => void): void {
    const { world, clock, journal, nextId, chance } = this.#system;
    const { work, answers, crashes } = world.app;
    const run_id = nextId('r');
    // Who hears of it by a broadcast knows the event, and not the request.
    const isOwn = process === taken.process;
    const { delivery_id, ...event } = taken.names;
    const names = { ...event, delivery_id: isOwn ? delivery_id : undefined, run_id };
    const where = { instance_id: process, pid: String(4_000 + Math.floor(chance(`pid ${process}`) * 900)) };
    const name = listener === 0 || chance('one listener') < 0.5 ? 'onMessage' : `onMessage${listener + 1}`;
    journal.write(process, 'run', { ...names, ...where, listener: name, started_at: clock.now });
    const ends = (isWell: boolean, error_code?: string) => {
      const outcome = isWell ? 'done' : 'failed';
      journal.write(process, 'run', { ...names, ...where, finished_at: clock.now, outcome, error_code });
      done(isWell);
    };
    clock.after(Math.round(work * (0.9 + 0.2 * chance(`work ${run_id}`))), () => {
      if (crashes !== 'no') return this.#crash(process);
      const handed = { wish: taken.attempt.notice.wish, subject: taken.attempt.notice.subject, process, names, where };
      const finish = (isWell: boolean) =>
        answers === 'error' ? clock.after(30, () => ends(false, 'ERR_TEMPLATE')) : ends(isWell);
      if (world.queue.isThere) return this.#enqueue(handed, () => finish(true));
      this.#create(handed, finish);
    });
  }

  /** The app itself asks as often as its code has places that do. */
  #enqueue(handed: Handed, done: () => void): void {
    const { world, clock, queue, span } = this.#system;
    const sites = ['listener', 'afterSave', 'outbox'];
    for (let i = 0; i < world.queue.enqueues; i++) {
      const wait = i * span('second enqueue', 4, 600);
      clock.after(wait, () => queue.enqueue(handed, sites[i] ?? 'listener'));
    }
    clock.after((world.queue.enqueues - 1) * 600 + 5, done);
  }

  #create(handed: Handed, done: (isWell: boolean) => void): void {
    const { world, clock, target, span } = this.#system;
    const { writes } = world.app;
    let open = writes;
    for (let i = 0; i < writes; i++) {
      clock.after(i * span('second write', 20, 900), () => {
        target.createOnce(handed, (outcome) => {
          if (outcome === 'done' && world.app.replies) target.reply(handed);
          if (outcome === 'unknown') return this.#again(handed, done);
          open -= 1;
          if (open === 0) done(outcome === 'done');
        });
      });
    }
  }

  /** No answer is taken for a failure. */
  #again(handed: Handed, done: (isWell: boolean) => void): void {
    const { world, clock, target } = this.#system;
    clock.after(world.target.againAfter, () => target.createOnce(handed, (outcome) => done(outcome === 'done')));
  }

  #crash(process: string): void {
    const { journal, clock } = this.#system;
    journal.write(process, 'lifecycle', { what: 'crashed', instance_id: process, role: 'app' });
    clock.after(2_000, () =>
      journal.write(process, 'lifecycle', { what: 'started', instance_id: process, role: 'app' }),
    );
  }
}

/** What a run hands on to whoever does the create. */
export interface Handed {
  readonly wish: number;
  readonly subject: string;
  readonly process: string;
  readonly names: Readonly<Record<string, unknown>>;
  readonly where: Readonly<Record<string, unknown>>;
}
