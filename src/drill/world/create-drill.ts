// The drill over HTTP, with the clock and the hooks that it is given.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HookName } from '../../model/drill-hooks.ts';
import { CountFailed } from '../count/counter.ts';
import { type Act, createActs, keysOf } from './act.ts';
import type { Drill, DrillOptions } from './drill.ts';
import { judge } from './judge.ts';
import { NotRun } from './not-run.ts';
import { mentionOf, messageOf, type SlackRequest } from './payloads.ts';
import {
  type Answer,
  answerText,
  type How,
  isAccepted,
  isUnbelieved,
  retryReason,
  type Signed,
  sendAll,
  signed,
} from './sender.ts';

export function createDrill(options: DrillOptions, signal: AbortSignal): Drill {
  const { secret, identity, counter, hooks, timing, resultHeader, nonce, now } = options;
  const acts = createActs(identity, nonce, now);
  let receivers = options.receivers;
  const quietMs = timing.quietMs + counter.lagMs;
  let turn = 0;

  function receiverOf({ kind }: SlackRequest): URL {
    const clicks = options.interactivity.length > 0 ? options.interactivity : receivers;
    const list = kind === 'interactivity' ? clicks : receivers;
    const url = list[turn % list.length];
    turn += 1;
    if (url === undefined) throw new NotRun('no receiver is named');
    return url;
  }

  const sign = (request: SlackRequest, how?: How) => signed(request, secret, now(), how);

  async function sendTogether(all: readonly Signed[]): Promise<readonly Answer[]> {
    signal.throwIfAborted();
    const answers = await sendAll(
      all.map((one) => ({ signed: one, url: receiverOf(one.request) })),
      resultHeader,
    );
    for (const [i, one] of all.entries()) one.request.act.answers.push(answerText(answers[i] as Answer));
    return answers;
  }

  const send = async (one: Signed) => (await sendTogether([one]))[0] as Answer;

  async function deliverWithRetries(request: SlackRequest): Promise<readonly Answer[]> {
    const answers = [await send(sign(request))];
    for (let num = 1; num <= 3; num += 1) {
      const last = answers.at(-1) as Answer;
      if (isAccepted(last)) break;
      if (num > 1) await drill.pause(timing.retryMs);
      answers.push(await send(sign(request, { retry: { num, reason: retryReason(last) } })));
    }
    return answers;
  }

  async function count(act: Act): Promise<readonly string[]> {
    const ids = await counter.count(act, signal);
    for (const id of ids) act.seenIds.add(id);
    return ids;
  }

  /** While a database restarts, a count that fails is only a count that is not there yet. */
  async function appears(act: Act, wanted = 1): Promise<boolean> {
    const until = performance.now() + timing.waitMs;
    for (;;) {
      const found = await count(act).catch((error: unknown) => {
        if (!(error instanceof CountFailed) || error.isMisuse) throw error;
        return [];
      });
      if (found.length >= wanted) return true;
      if (performance.now() > until) return false;
      await drill.pause(counter.everyMs);
    }
  }

  async function run(name: HookName, by: AbortSignal, act?: Act): Promise<string> {
    const hook = hooks[name];
    if (hook === undefined) throw new NotRun(`the hook ${name} is not configured`);
    return hook({ DRILL_SECRET: secret, DRILL_APP: identity.appId, DRILL_TEAM: identity.teamId, ...toldOf(act) }, by);
  }

  const drill: Drill = {
    event: options.event,
    timing,
    expects: options.expects,
    rounds: options.rounds,
    copies: options.copies,
    deadLetters: options.deadLetters,
    act: () => acts.next(),
    ordinary: options.event === 'message' ? messageOf : mentionOf,
    sign,
    send,
    deliver: (request, how) => send(sign(request, how)),
    sendTogether,
    deliverWithRetries,
    count,
    appears,
    has: (name) => hooks[name] !== undefined,
    hook: (name, act) => run(name, signal, act),
    async between(breaks, mend, work, act) {
      try {
        await run(breaks, signal, act);
        return await work();
      } finally {
        await run(mend, new AbortController().signal, act);
      }
    },
    async end() {
      if (hooks.stop !== undefined) await run('stop', new AbortController().signal);
    },
    async ready() {
      const until = performance.now() + timing.waitMs;
      for (const url of receivers)
        while (!(await takesConnections(url))) {
          if (performance.now() > until) throw new NotRun(`${url.host} takes no connections`, { isDown: true });
          await drill.pause(100);
        }
    },
    async beside(url, work) {
      const before = receivers;
      receivers = [...before, url];
      try {
        return await work();
      } finally {
        receivers = before;
      }
    },
    pause: (ms) => sleep(ms, undefined, { signal }),
    async control() {
      const act = acts.next();
      const given = await deliverWithRetries(drill.ordinary(act));
      const answers = act.answers.join(', ');
      if (given.every(isUnbelieved))
        throw new NotRun(
          `the receiver does not take the signature (${answers}): it checks with another secret than this drill signs with; drill_secret or DEDUPE_DRILL_SECRET has to be the one that it has`,
          { isDown: true },
        );
      if (await appears(act)) return act;
      throw new NotRun(`an ordinary event had no effect either, so nothing can be concluded (${answers})`, {
        isDown: true,
      });
    },
    judge: (expected, told) => judge({ ...drill, quietMs, repeatMs: 0 }, expected, told),
    judgeLater: (expected, told) => judge({ ...drill, quietMs, repeatMs: timing.longestRepeatMs }, expected, told),
  };
  return drill;
}

function toldOf(act: Act | undefined): Record<string, string> {
  if (act === undefined) return {};
  const { marker, ts, identity, eventIds } = act;
  return {
    DRILL_MARKER: marker,
    DRILL_EVENT_ID: eventIds[0] ?? '',
    DRILL_KEY: keysOf(act)[0] ?? '',
    DRILL_CHANNEL: identity.channelId,
    DRILL_TS: ts,
  };
}

function takesConnections(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, timeout: 2_000 });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
