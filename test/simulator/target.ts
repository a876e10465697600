// The system in which the tasks are made: it does what it is asked, sometimes without saying so, and sometimes more.
import type { Handed } from './handler.ts';
import type { System } from './system.ts';

export interface Made {
  readonly id: string;
  readonly target: string;
  readonly wish: number;
  readonly subject: string;
  readonly at: number;
}

export type Outcome = 'done' | 'refused' | 'unknown';

interface Call {
  readonly id: string;
  readonly request: string;
  end(outcome: Outcome, told: Readonly<Record<string, unknown>>): void;
  /** Who is told how it ended. */
  done: (outcome: Outcome) => void;
}

export class Target {
  readonly made: Made[] = [];
  readonly #system: System;
  #creates = 0;
  #replies = 0;

  constructor(system: System) {
    this.#system = system;
  }

  /** Behind a search, where the app guards itself by one. */
  createOnce(handed: Handed, done: (outcome: Outcome) => void): void {
    if (this.#system.world.guard.kind === 'search')
      this.#find(handed, (found) => (found > 0 ? done('done') : this.#create(handed, done)));
    else this.#create(handed, done);
  }

  /** The app answers in the channel; whoever listens there hears of it. */
  reply(handed: Handed): void {
    const { world, clock, journal, chance, sender } = this.#system;
    if (this.#replies++ > Math.floor(chance('depth') * 3)) return;
    const channel = 'C0HELP';
    const ts = `${Math.floor(clock.now / 1000)}.${String(200 + this.#replies).padStart(6, '0')}`;
    const made = { target: 'slack', record_id: `${channel}:${ts}`, created_at: clock.now, created_by: 'B0DESK' };
    journal.write(handed.process, 'record', { ...handed.names, ...handed.where, ...made });
    if (world.provider !== 'slack') return;
    sender.tellOfOwnWriting(handed.wish, {
      ...{ event_type: 'message', event_subtype: 'bot_message', channel, ts, bot_id: 'B0DESK' },
      workspace_id: 'T0BIRCH',
    });
  }

  #find(handed: Handed, done: (found: number) => void): void {
    const { world, clock, span } = this.#system;
    const call = this.#begin(handed, 'find');
    const { indexLag } = world.target;
    clock.after(span(`find ${call.id}`, 40, 300), () => {
      const { length } = this.made.filter(
        ({ subject, target, at }) => target === 'jira' && subject === handed.subject && at <= clock.now - indexLag,
      );
      call.end('done', { status: 200, found: length });
      done(length);
    });
  }

  #create(handed: Handed, done: (outcome: Outcome) => void): void {
    const { world, clock, chance } = this.#system;
    const { latency, loses, refuses, adds } = world.target;
    const isFirst = this.#creates++ === 0;
    const call = this.#begin(handed, 'create');
    const took = Math.round(latency * (0.8 + 0.4 * chance(`latency ${call.id}`)));
    if (refuses) {
      clock.after(took, () => call.end('refused', { status: 400, error_code: 'E400' }));
    } else if (isFirst && adds === 'library') {
      this.#makeTwice(handed, call, took);
    } else if (isFirst && loses !== 'nothing') {
      this.#makeSilently(handed, call, took);
    } else {
      clock.after(took, () => {
        const id = this.#make(handed, call.request, 'desk-bot');
        clock.after(12, () => call.end('done', { status: 201, result_id: id }));
        if (isFirst) this.#add(handed, call.request);
      });
    }
    call.done = done;
  }

  /** The library has its own, shorter patience, and asks again before the caller hears of anything. */
  #makeTwice(handed: Handed, call: Call, took: number): void {
    const { clock, span } = this.#system;
    clock.after(took, () => this.#make(handed, call.request, 'desk-bot'));
    clock.after(took + span('library', 900, 4_000), () => {
      const id = this.#make(handed, `${call.request}b`, 'desk-bot');
      clock.after(25, () => call.end('done', { status: 201, result_id: id }));
    });
  }

  /** Made, and the caller is not told. */
  #makeSilently(handed: Handed, call: Call, took: number): void {
    const { world, clock } = this.#system;
    const { loses, patience } = world.target;
    clock.after(took, () => this.#make(handed, call.request, 'desk-bot'));
    const told = loses === 'answer' ? { error_code: 'ETIMEDOUT' } : { status: 504 };
    clock.after(Math.max(patience, took + 50), () => call.end('unknown', told));
  }

  /** What nobody in the app asked for. */
  #add(handed: Handed, request: string): void {
    const { world, clock, span } = this.#system;
    const { adds } = world.target;
    if (adds === 'rule') clock.after(span('rule', 150, 5_000), () => this.#make(handed, `${request}x`, 'automation-7'));
    if (adds === 'callback')
      clock.after(span('callback', 1_200, 6_000), () => this.#make(handed, `${request}y`, 'desk-bot'));
  }

  #begin({ process, names, where }: Handed, operation: 'create' | 'find'): Call {
    const { journal, clock, nextId } = this.#system;
    const id = nextId('c');
    const request = `req-${id}`;
    const ties = { ...names, delivery_id: undefined, call_id: id, target: 'jira', operation };
    journal.write(process, 'call', { ...ties, ...where, request_id: request, started_at: clock.now });
    const call: Call = {
      id,
      request,
      done: () => {},
      end: (outcome, told) => {
        journal.write(process, 'call', { ...ties, ...where, outcome, ...told, finished_at: clock.now });
        call.done(outcome);
      },
    };
    return call;
  }

  #make({ wish, subject, names }: Handed, request: string, creator: string): string {
    const { journal, clock, nextId } = this.#system;
    const id = nextId('OPS-');
    this.made.push({ id, target: 'jira', wish, subject, at: clock.now });
    // The app writes the event into a field of the task; a rule copies the field.
    const marker = { event_id: names.event_id, provider: names.provider, workspace_id: names.workspace_id };
    const told = { target: 'jira', record_id: id, created_at: clock.now, created_by: creator, request_id: request };
    journal.write('jira', 'record', { ...marker, ...told });
    return id;
  }
}
