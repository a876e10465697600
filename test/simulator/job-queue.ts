// A queue with leases, and its workers: a job whose lease ends unsettled is given to the next worker.
import type { Handed } from './handler.ts';
import type { System } from './system.ts';

interface Job {
  readonly id: string;
  readonly handed: Handed;
  attempts: number;
  isSettled: boolean;
}

const mostAttempts = 3;

export class JobQueue {
  readonly #system: System;

  constructor(system: System) {
    this.#system = system;
  }

  enqueue(handed: Handed, site: string): void {
    const { journal, nextId, clock, span } = this.#system;
    const job: Job = { id: nextId('j'), handed, attempts: 0, isSettled: false };
    journal.write(handed.process, 'job', { ...handed.names, ...handed.where, queue: 'tickets', job_id: job.id, site });
    clock.after(span(`pick ${job.id}`, 5, 120), () => this.#attempt(job));
  }

  #attempt(job: Job): void {
    const { world, clock, journal, span, target } = this.#system;
    const { lease, work, ends } = world.queue;
    if (job.isSettled || job.attempts >= mostAttempts) return;
    const attempt = ++job.attempts;
    const worker = `worker-${((attempt - 1) % 2) + 1}`;
    const { event_id, provider, workspace_id, app_id } = job.handed.names;
    const event = { event_id, provider, workspace_id, app_id };
    const names = { ...event, queue: 'tickets', job_id: job.id, attempt };
    const where = { instance_id: worker };
    journal.write(worker, 'attempt', { ...names, ...where, received_at: clock.now, lease_ms: lease });
    let isOver = false;
    // The queue waits for a word until the lease ends, and then no longer.
    clock.after(lease + span(`sweep ${job.id} ${attempt}`, 20, 900), () => {
      if (!isOver) this.#attempt(job);
    });
    const settle = (outcome: 'done' | 'failed', error_code?: string) => {
      isOver = true;
      journal.write(worker, 'attempt', { ...names, ...where, finished_at: clock.now, outcome, error_code });
      if (outcome === 'done') job.isSettled = true;
      else if (error_code !== 'E400')
        clock.after(world.queue.retryAfter + span(`retry ${job.id}`, 10, 300), () => this.#attempt(job));
    };
    const handed = { ...job.handed, process: worker, names, where };
    clock.after(work, () => {
      target.createOnce(handed, (outcome) => {
        if (outcome === 'unknown') return settle('failed', 'ETIMEDOUT');
        if (outcome === 'refused') return settle('failed', 'E400');
        if (ends === 'well' || attempt > 1) return clock.after(15, () => settle('done'));
        if (ends === 'failed') return clock.after(span('later step', 30, 2_000), () => settle('failed', 'ERR_NOTIFY'));
        journal.write(worker, 'lifecycle', { what: 'crashed', role: 'worker', ...where });
      });
    });
  }
}
