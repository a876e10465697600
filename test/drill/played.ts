// A drill with hooks that are functions, and times that suit a test.

import type { Counter } from '../../src/drill/count/counter.ts';
import { scenarios } from '../../src/drill/index.ts';
import { type Played, play } from '../../src/drill/runner/play.ts';
import { createActs, type Identity } from '../../src/drill/world/act.ts';
import { newNonce, newSecret } from '../../src/drill/world/chance.ts';
import { createDrill } from '../../src/drill/world/create-drill.ts';
import type { Drill, DrillOptions, Timing } from '../../src/drill/world/drill.ts';

export const identity: Identity = {
  teamId: 'T0DRILLTEAM',
  appId: 'A0DRILLAPP',
  channelId: 'C0DRILL',
  botId: 'B0DRILLBOT',
  botUserId: 'U0DRILLBOT',
};
export const quick: Timing = {
  waitMs: 8_000,
  quietMs: 40,
  outageMs: 150,
  holdMs: 300,
  retryMs: 60,
  longestRepeatMs: 0,
};
export const never = new AbortController().signal;

export function drillOf(
  url: string,
  counter: Counter,
  more: Partial<DrillOptions> = {},
  signal: AbortSignal = never,
): Drill {
  return createDrill(
    {
      receivers: [new URL(url)],
      interactivity: [],
      secret: newSecret(),
      identity,
      event: 'message',
      counter,
      deadLetters: undefined,
      hooks: {},
      timing: quick,
      expects: { edit: 0, threadReply: 1, button: 0 },
      rounds: 2,
      copies: 6,
      resultHeader: 'x-result-id',
      nonce: newNonce(),
      now: Date.now,
      ...more,
    },
    signal,
  );
}

export async function playAll(drill: Drill, ...only: string[]): Promise<readonly Played[]> {
  const chosen = scenarios.filter(({ id }) => only.length === 0 || only.includes(id));
  const { baseline, played } = await play({ drill, scenarios: chosen, signal: never, now: Date.now });
  if (baseline.got !== 1) throw new Error(`the baseline is ${JSON.stringify(baseline)}`);
  return played;
}

/** `same-event-twice unsafe`. */
export function verdictsOf(played: readonly Played[]): string[] {
  return played.map(({ scenario, result }) => `${scenario.id} ${result.verdict}`);
}

export const acts = () => createActs(identity, newNonce(), Date.now);
