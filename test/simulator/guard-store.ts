// Places that remember what was seen: one for all, one for each app, or one in the memory of each process.
import type { Notice } from './sender.ts';
import type { System } from './system.ts';

export interface Asker {
  readonly process: string;
  readonly app: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export class GuardStore {
  readonly #system: System;
  readonly #marks = new Map<string, { setAt: number; until: number }>();

  constructor(system: System) {
    this.#system = system;
  }

  keyOf({ fields, subject }: Notice, deliveryId: string): string {
    const { key } = this.#system.world.guard;
    return {
      subject,
      event: `ev:${fields.event_id}`,
      workspace: `${fields.workspace_id}:${subject}`,
      delivery: `dl:${deliveryId}`,
      ts: `ts:${fields.ts ?? subject}`,
      text: 'text:please-help',
    }[key];
  }

  /** True: nobody has been here with this key. */
  ask(key: string, asker: Asker): boolean {
    const { world, clock } = this.#system;
    const { kind, ttl } = world.guard;
    const known = this.#marks.get(this.#place(key, asker));
    if (known !== undefined && known.until > clock.now) {
      this.#tell(key, asker, { result: 'hit', set_at: known.setAt, expires_at: known.until });
      return false;
    }
    if (kind === 'claim') {
      this.#marks.set(this.#place(key, asker), { setAt: clock.now, until: clock.now + ttl });
      this.#tell(key, asker, { result: 'claimed', set_at: clock.now, expires_at: clock.now + ttl });
    } else {
      this.#tell(key, asker, { result: 'miss' });
    }
    return true;
  }

  mark(key: string, asker: Asker): void {
    const { world, clock } = this.#system;
    this.#marks.set(this.#place(key, asker), { setAt: clock.now, until: clock.now + world.guard.ttl });
    this.#tell(key, asker, { result: 'claimed', set_at: clock.now, expires_at: clock.now + world.guard.ttl });
  }

  release(key: string, asker: Asker): void {
    this.#marks.delete(this.#place(key, asker));
    this.#tell(key, asker, { result: 'released' });
  }

  /** What a process remembers goes with it. */
  forget(process: string): void {
    for (const place of this.#marks.keys()) if (place.startsWith(`${process}\n`)) this.#marks.delete(place);
  }

  #place(key: string, { process, app }: Asker): string {
    return `${{ shared: '', app, process }[this.#system.world.guard.store]}\n${key}`;
  }

  #tell(key: string, { process, app, fields }: Asker, told: Readonly<Record<string, unknown>>): void {
    const { world, journal } = this.#system;
    const { store } = world.guard;
    const name = { shared: 'redis', app: `redis-${app}`, process: 'memory' }[store];
    journal.write(process, 'guard', {
      ...fields,
      store: name,
      scope: store === 'process' ? 'process' : 'shared',
      key,
      ...told,
      instance_id: process,
    });
  }
}
