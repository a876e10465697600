// The receiving side: processes that take what arrives, ask their guard, answer, and hand on to handlers.
import type { Asker } from './guard-store.ts';
import { Handler } from './handler.ts';
import type { Answer, Attempt } from './sender.ts';
import { countsFromNothing, type System } from './system.ts';

/** One arrival in one process. */
export interface Taken {
  readonly attempt: Attempt;
  readonly process: string;
  readonly deliveryId: string;
  /** Names that every line about it carries. */
  readonly names: Readonly<Record<string, unknown>>;
}

type Disposition = 'accepted' | 'duplicate' | 'filtered';

export class App {
  readonly #system: System;
  readonly #handler: Handler;
  /** When a process is ready to read what arrives. */
  readonly #ready = new Map<string, number>();

  constructor(system: System) {
    this.#system = system;
    this.#handler = new Handler(system);
  }

  start(): void {
    const { world, clock, journal, span } = this.#system;
    const { instances, consumers, strangers, restartsAfter } = world.app;
    const isSocket = world.transport === 'socket';
    for (const process of this.#processes()) {
      const age = span(`age ${process}`, 3_600_000, 80_000_000);
      if (world.app.boot > 0) continue;
      this.#lives(process, 'started', { at: clock.now - age });
      if (isSocket) this.#lives(process, 'connected', { at: clock.now - age + 900, ...tokenOf(instances + strangers) });
    }
    for (let i = 0; i < strangers; i++) {
      journal.write('laptop-7', 'lifecycle', {
        what: 'connected',
        instance_id: 'laptop-7',
        at: clock.now - 7_200_000,
        ...tokenOf(instances + strangers),
      });
    }
    for (let i = 1; consumers > 1 && world.transport !== 'poll' && i <= consumers; i++)
      this.#lives(`sub-${i}`, 'started', { at: clock.now - span(`sub ${i}`, 600_000, 9_000_000) });
    if (restartsAfter > 0) clock.after(restartsAfter, () => this.#restart());
  }

  arrive(attempt: Attempt, connection: number, answer: (answer: Answer) => void): void {
    const { world, chance, clock, journal, nextId } = this.#system;
    if (world.transport === 'poll') {
      for (const [i, process] of this.#processes().entries())
        clock.after(Math.round(chance(`poll ${i}`) * 700), () => this.#read(attempt, process, nextId('q'), answer));
      return;
    }
    const request = nextId('q');
    const { app_id } = attempt.notice.fields;
    if (world.edge.isThere && !world.edge.isSilent) {
      const shown = { request_id: request, route: '/edge', ...arrivalOf(attempt, world.transport, true) };
      journal.write('edge', 'delivery', { ...attempt.notice.fields, ...shown, instance_id: 'edge' });
    }
    const pool = this.#pool(app_id ?? '');
    const at = (connection + Math.floor(chance('first instance') * 7)) % (pool.length + world.app.strangers);
    const process = pool[at];
    if (process === undefined) this.#strange(attempt, request, answer);
    else clock.after(world.edge.isThere ? 4 : 0, () => this.#read(attempt, process, request, answer));
  }

  /** A process that is not up, or is busy, reads later; what arrives meanwhile waits with it. */
  #read(attempt: Attempt, process: string, request: string, answer: (answer: Answer) => void): void {
    const { world, clock } = this.#system;
    const { boot, backlog } = world.app;
    const isFirst = !this.#ready.has(process);
    if (isFirst) {
      this.#ready.set(process, clock.now + boot + backlog);
      if (boot > 0) this.#lives(process, 'started', { at: clock.now + 5 });
    }
    clock.at(this.#ready.get(process) ?? 0, () => this.#take(attempt, process, request, answer, isFirst));
  }

  #take(attempt: Attempt, process: string, request: string, answer: (answer: Answer) => void, isFirst: boolean): void {
    const { world, clock, journal, nextId, span } = this.#system;
    const deliveryId = nextId('d');
    const { fields, hook } = attempt.notice;
    const names = {
      event_id: fields.event_id,
      provider: fields.provider,
      workspace_id: fields.workspace_id,
      app_id: fields.app_id,
      delivery_id: deliveryId,
    };
    const init_ms = world.app.boot > 0 && isFirst && this.#system.chance('platform') < 0.5 ? world.app.boot : undefined;
    // Code that reads no number takes it for none.
    const counted = world.edge.strips && countsFromNothing(world.seed) ? { retry_num: 0 } : {};
    const shown = { ...fields, ...names, ...arrivalOf(attempt, world.transport, !world.edge.strips), ...counted };
    const where = { subscription_id: hook, request_id: request, init_ms, instance_id: process };
    journal.write(process, 'delivery', { ...shown, ...where, route: world.edge.isThere ? '/app' : undefined });
    const taken = { attempt, process, deliveryId, names };
    const reply = (status: number, disposition: Disposition) => {
      journal.write(process, 'delivery', {
        ...names,
        instance_id: process,
        answered_at: clock.now,
        status,
        disposition,
      });
      answer({ status });
    };
    clock.after(span(`door ${deliveryId}`, 2, 12), () => this.#decide(taken, reply));
  }

  #decide(taken: Taken, reply: (status: number, disposition: Disposition) => void): void {
    const { world, guards } = this.#system;
    const { attempt, process, deliveryId, names } = taken;
    const { fields } = attempt.notice;
    const { dropsRetries, takesEdits, takesOwn } = world.app;
    const isEdit = fields.event_subtype === 'message_changed' || fields.event_subtype === 'labeled';
    const isMarked = attempt.number > 0 && !world.edge.strips;
    const isUnwanted = (isMarked && dropsRetries) || (isEdit && !takesEdits) || (fields.bot_id && !takesOwn);
    const key = guards.keyOf(attempt.notice, deliveryId);
    const asker = { process, app: String(fields.app_id ?? ''), fields: names };
    if (isUnwanted) reply(200, 'filtered');
    else if (this.#isGuarded() && !guards.ask(key, asker)) reply(200, 'duplicate');
    else this.#accept(taken, key, asker, reply);
  }

  #accept(taken: Taken, key: string, asker: Asker, reply: (status: number, disposition: Disposition) => void): void {
    const { world, clock, guards, span } = this.#system;
    const { answers } = world.app;
    const { kind, markAfter, releasesEarly } = world.guard;
    const { deliveryId } = taken;
    const isAsked = this.#isGuarded();
    const isMarkedLater = kind === 'get-set' && Number.isFinite(markAfter);
    if (isMarkedLater) clock.after(markAfter, () => guards.mark(key, asker));
    if (isAsked && releasesEarly) clock.after(span(`release ${deliveryId}`, 5, 40), () => guards.release(key, asker));
    if (answers === 'first') clock.after(span(`answer ${deliveryId}`, 2, 60), () => reply(200, 'accepted'));
    this.#handler.handle(taken, (isWell) => {
      if (kind === 'get-set' && !isMarkedLater && isWell) guards.mark(key, asker);
      if (answers === 'after-work') reply(200, 'accepted');
      if (answers === 'error') reply(500, 'accepted');
    });
  }

  #isGuarded(): boolean {
    const { kind } = this.#system.world.guard;
    return kind === 'claim' || kind === 'get-set';
  }

  /** It has the token and takes its share, and does nothing with it. */
  #strange(attempt: Attempt, request: string, answer: (answer: Answer) => void): void {
    const { journal, clock, nextId, world } = this.#system;
    const delivery_id = nextId('d');
    const shown = { ...attempt.notice.fields, ...arrivalOf(attempt, world.transport, true) };
    journal.write('laptop-7', 'delivery', { ...shown, delivery_id, request_id: request, instance_id: 'laptop-7' });
    clock.after(20, () => {
      journal.write('laptop-7', 'delivery', {
        delivery_id,
        answered_at: clock.now,
        status: 200,
        disposition: 'accepted',
      });
      answer({ status: 200 });
    });
  }

  #restart(): void {
    const { clock, guards } = this.#system;
    for (const process of this.#processes()) {
      this.#lives(process, 'stopped', {});
      guards.forget(process);
      clock.after(900, () => this.#lives(process, 'started', {}));
    }
  }

  #lives(process: string, what: string, more: Readonly<Record<string, unknown>>): void {
    this.#system.journal.write(process, 'lifecycle', { what, instance_id: process, role: 'app', ...more });
  }

  #processes(): string[] {
    const apps = new Set(this.#system.world.hooks.map(({ app }) => app));
    return [...apps].flatMap((app) => this.#pool(app));
  }

  #pool(app: string): string[] {
    const { hooks, app: plan, transport, provider } = this.#system.world;
    const isFirst = provider === 'github' || app === hooks[0]?.app;
    const size = transport === 'poll' ? plan.consumers : plan.instances;
    return Array.from({ length: size }, (_, i) => `${isFirst ? 'api' : 'test'}-${i + 1}`);
  }
}

function tokenOf(connections: number) {
  return { token_digest: '7be1', connections };
}

/** What the sender says about this attempt; a hop that strips headers hands on no mark. */
function arrivalOf({ number, reason, sentAt, digest }: Attempt, transport: string, isMarked: boolean) {
  return {
    transport,
    retry_num: isMarked && transport !== 'poll' ? number : undefined,
    retry_reason: isMarked ? reason : undefined,
    sent_at: transport === 'http' ? Math.floor(sentAt / 1000) * 1000 : undefined,
    body_digest: transport === 'http' ? digest : undefined,
  };
}
