// One act of one invented person: ids that nothing else has, so that a shared table does not confuse the count.

/** Who the requests say that they are: never a workspace or an app that people use. */
export interface Identity {
  readonly teamId: string;
  readonly appId: string;
  readonly channelId: string;
  readonly botId: string;
  readonly botUserId: string;
}

export interface Act {
  readonly identity: Identity;
  /** In the text of the message and of everything about it. */
  readonly marker: string;
  readonly ts: string;
  readonly user: string;
  readonly clientMsgId: string;
  /** Grows with every event or click that is made for this act. */
  readonly eventIds: string[];
  /** Ids of its objects, at every count so far. */
  readonly seenIds: Set<string>;
  /** Ids that requests about it were answered with. */
  readonly answeredIds: Set<string>;
  /** `200 after 12 ms`, in the order in which they came. */
  readonly answers: string[];
}

export interface Acts {
  next(): Act;
}

/** `nonce`: eight capital letters or digits, other ones for each drill. */
export function createActs(identity: Identity, nonce: string, now: () => number): Acts {
  let n = 0;
  return {
    next() {
      n += 1;
      const five = String(n).padStart(5, '0');
      return {
        identity,
        marker: `drill-${nonce.toLowerCase()}-${five}`,
        ts: `${Math.floor(now() / 1000)}.${String(n * 100).padStart(6, '0')}`,
        user: 'U0DRILLWHO',
        clientMsgId: `${nonce.toLowerCase()}-0000-4000-8000-${five.padStart(12, '0')}`,
        eventIds: [],
        seenIds: new Set(),
        answeredIds: new Set(),
        answers: [],
      };
    },
  };
}

/** `EvDRILL0A1B2C3D00007A`. */
export function newEventId(act: Act): string {
  const id = `Ev${act.marker.replaceAll('-', '').toUpperCase()}${String.fromCharCode(65 + act.eventIds.length)}`;
  act.eventIds.push(id);
  return id;
}

/** `1732900000.1.drill0a1b2c3d00007`: a click has no event id. */
export function newTriggerId(act: Act): string {
  const id = `${Math.floor(Number(act.ts))}.${act.eventIds.length}.${act.marker.replaceAll('-', '')}`;
  act.eventIds.push(id);
  return id;
}

/** Names under which an integration may keep an effect of the act: by its subject, or by one of its events. */
export function keysOf({ identity: { teamId, channelId }, ts, eventIds }: Act): string[] {
  return [`slack:${teamId}:${channelId}:${ts}`, ...eventIds.map((id) => `slack:${teamId}:${id}`)];
}
