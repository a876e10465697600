// Whoever sends events: what people did becomes notices, and each notice is sent until somebody answers, or time is over.
import type { System } from './system.ts';
import type { Act } from './world.ts';

/** One event for one registration, as it stands in the body. */
export interface Notice {
  readonly wish: number;
  readonly hook: string;
  /** The thing that it is about, as a guard on the subject would name it. */
  readonly subject: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

export interface Attempt {
  readonly notice: Notice;
  readonly number: number;
  readonly reason: string | undefined;
  readonly sentAt: number;
  /** A body is signed anew each time; a proxy that doubles a request keeps the signature. */
  readonly digest: string;
}

export interface Answer {
  readonly status: number;
}

const deadlines = { slack: 3_000, github: 10_000 };
/** Slack asks again nearly at once, after a minute, after five. */
const waits = [0, 60_000, 300_000];

export class Sender {
  readonly events: { id: string; wish: number }[] = [];
  readonly #system: System;
  readonly #messages = new Map<number, string>();
  readonly #ids = new Map<string, string>();
  #connection = 0;

  constructor(system: System) {
    this.#system = system;
  }

  start(): void {
    const { world, clock } = this.#system;
    for (const act of world.acts) clock.after(act.after, () => this.#happens(act));
  }

  /** The app wrote something where it also listens. */
  tellOfOwnWriting(wish: number, fields: Readonly<Record<string, string>>): void {
    const { world, clock, span } = this.#system;
    const [hook] = world.hooks;
    if (!hook) return;
    const subject = `slack:${fields.channel}:${fields.ts}`;
    clock.after(span('own', 400, 1_600), () => this.#send(this.#notice(wish, hook.id, hook.app, subject, fields)));
  }

  #happens(act: Act): void {
    const { clock, span } = this.#system;
    this.#announce(act, clock.now);
    if (!act.resent) return;
    clock.after(span('resent', 1_200, 9_000), () => this.#announce(act, clock.now, 1));
  }

  /** One act is told once to each registration that asked for its type, by each workspace that sees it. */
  #announce(act: Act, happened: number, again = 0): void {
    const { world, clock, span } = this.#system;
    for (const hook of world.hooks) {
      for (const type of typesOf(act).filter((one) => hook.types.includes(one))) {
        for (let seat = 0; seat < world.sender.workspaces; seat++) {
          const { subject, fields } = this.#describe(act, type, happened, again);
          const name = `${act.wish} ${act.kind} ${type} ${seat} ${again}`;
          const workspace_id = world.provider === 'slack' ? `T0BIRCH${seat === 0 ? '' : seat + 1}` : undefined;
          const delay = span(`${hook.id} ${type} ${seat}`, seat === 0 ? 5 : 120, seat === 0 ? 130 : 700);
          const send = (shared: string) =>
            this.#send(this.#notice(act.wish, hook.id, hook.app, subject, { ...fields, workspace_id }, shared));
          clock.after(delay, () => send(name));
          for (const [i, copy] of world.sender.copies.entries())
            clock.after(delay + copy, () => send(`${name} copy ${i}`));
        }
      }
    }
  }

  #describe(act: Act, type: string, happened: number, again: number) {
    const seconds = Math.floor(happened / 1000);
    const ownTs = `${seconds}.${String((again === 0 ? 100 : 700) + this.#system.tag.length).padStart(6, '0')}`;
    if (act.kind === 'issue' || act.kind === 'label') {
      const subject = `github:birch/desk#${this.#system.tag.length}${act.thing}`;
      const event_subtype = act.kind === 'issue' ? 'opened' : 'labeled';
      return { subject, fields: { event_type: type, event_subtype, subject, actor: act.actor } };
    }
    const known = this.#messages.get(act.thing);
    const ts = act.kind === 'message' ? ownTs : (known ?? ownTs);
    if (act.kind === 'message') this.#messages.set(act.thing, ts);
    const shared = { event_type: type, channel: 'C0HELP', ts, actor: act.actor, event_time: String(seconds) };
    const id = `m${this.#system.tag}-${act.thing}`;
    const message = { client_msg_id: act.kind === 'message' ? id : undefined };
    // A guard that is built well goes by what the user's client sent, which an edit holds inside.
    const subject = `slack:message:${id}`;
    const own = {
      message,
      edit: { event_subtype: 'message_changed', event_ts: ownTs },
      click: { action_id: 'create_ticket', action_ts: ownTs, trigger_id: `${seconds}.${act.wish}.ab` },
      reaction: { action_id: 'eyes', event_ts: ownTs },
    }[act.kind];
    const isOwn = act.kind === 'message' || act.kind === 'edit';
    return {
      subject: isOwn ? subject : `${subject}:${act.kind}:${act.actor}:${act.wish}`,
      fields: { ...shared, ...own },
    };
  }

  #notice(
    wish: number,
    hook: string,
    app: string,
    subject: string,
    fields: Readonly<Record<string, string | undefined>>,
    shared?: string,
  ): Notice {
    const { world } = this.#system;
    const id = this.#eventId(app, shared);
    if (!this.events.some((one) => one.id === id)) this.events.push({ id, wish });
    const app_id = world.provider === 'slack' ? app : undefined;
    return { wish, hook, subject, fields: { ...fields, event_id: id, provider: world.provider, app_id } };
  }

  /** Slack tells an app of an event under one id, whatever address it is sent to, and two apps sometimes under one as well. */
  #eventId(app: string, shared: string | undefined): string {
    const { world, nextId, chance } = this.#system;
    if (world.provider === 'github') return `7f0c-${nextId('')}`;
    const name = chance('one id for all apps') < 0.5 ? shared : `${app} ${shared}`;
    const known = shared === undefined ? undefined : this.#ids.get(`${name}`);
    const id = known ?? nextId('Ev0S');
    this.#ids.set(`${name}`, id);
    return id;
  }

  #send(notice: Notice): void {
    const { world, clock } = this.#system;
    this.#attempt(notice, 0, undefined);
    for (const repeat of world.sender.repeats) clock.after(repeat, () => this.#attempt(notice, 0, undefined, true));
  }

  #attempt(notice: Notice, number: number, reason: string | undefined, isExtra = false): void {
    const { world, clock, span, app, chance } = this.#system;
    const { provider, transport } = world;
    const sentAt = clock.now;
    const digest = `b-${Math.floor(chance(`body ${notice.fields.event_id}`) * 1e9).toString(16)}`;
    const attempt: Attempt = { notice, number, reason, sentAt, digest };
    let isOver = false;
    const again = (why: string) => {
      if (isOver) return;
      isOver = true;
      const wait = waits[number];
      if (isExtra || provider !== 'slack' || transport === 'poll' || wait === undefined) return;
      const late = span(`wait ${number}`, 20, 400 + wait / 40);
      clock.after(wait + late, () => this.#attempt(notice, number + 1, why));
    };
    const answer = ({ status }: Answer) => {
      if (status >= 300) again('http_error');
      isOver = true;
    };
    clock.after(deadlines[provider], () => again(transport === 'socket' ? 'timeout' : 'http_timeout'));
    if (world.sender.isCutOff && number === 0) {
      again('connection_failed');
      return;
    }
    const travel = span(`travel ${notice.fields.event_id} ${number}`, 15, 90) + world.edge.travel;
    const connection = this.#connection++;
    const isDoubled = world.edge.doubles > 0 && number === 0;
    clock.after(travel, () => app.arrive(attempt, connection, answer));
    if (isDoubled) clock.after(travel + world.edge.doubles, () => app.arrive(attempt, this.#connection++, () => {}));
  }
}

/** A message with a mention is two types of event, to whoever asked for both. */
function typesOf({ kind, mentions }: Act): string[] {
  if (kind === 'message') return mentions ? ['app_mention', 'message'] : ['message'];
  return {
    edit: ['message'],
    click: ['block_actions'],
    reaction: ['reaction_added'],
    issue: ['issues'],
    label: ['issues'],
  }[kind];
}
