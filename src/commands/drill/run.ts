// One drill from its settings to its document: the world is made, played in and put away again.
import { spanMs } from '../../config/drill-keys.ts';
import type { Context } from '../../context.ts';
import { CountFailed } from '../../drill/count/counter.ts';
import { play } from '../../drill/runner/play.ts';
import { refuseProduction, refuseRemote } from '../../drill/runner/refusals.ts';
import { newNonce } from '../../drill/world/chance.ts';
import { createDrill } from '../../drill/world/create-drill.ts';
import type { Drill } from '../../drill/world/drill.ts';
import { commandHooks, proxyHooks, ttlHook } from '../../drill/world/hooks.ts';
import { type FaultProxy, startProxy } from '../../drill/world/proxy.ts';
import { DedupeError } from '../../errors.ts';
import type { DrillDocument } from '../../model/drill-document.ts';
import { type Instant, toIso } from '../../model/instant.ts';
import type { Scenario } from '../../model/scenario.ts';
import { progressOn } from '../../progress.ts';
import { counterOf, deadLettersOf } from './counters.ts';
import { documentOf } from './document.ts';
import {
  addressOf,
  expectsOf,
  type Flags,
  identityOf,
  productionIn,
  receiversOf,
  roundsOf,
  secretOf,
  timingOf,
} from './settings.ts';

type Given = Flags & { readonly skip?: readonly string[] | undefined };

export async function runDrill(
  given: Given,
  chosen: readonly Scenario<Drill>[],
  context: Context,
): Promise<DrillDocument> {
  const { config, io } = context;
  const settings = config.drill.value;
  const receivers = receiversOf(given, context);
  const interactivity = (settings?.interactivity ?? []).map(addressOf);
  refuseRemote([...receivers, ...interactivity], given.allowRemote ?? false);
  const nonce = newNonce();
  const identity = identityOf(context, nonce);
  const secret = secretOf(context);
  refuseProduction(identity, secret, productionIn(config));
  const [counter, deadLetters, rounds] = [counterOf(given, context), deadLettersOf(context), roundsOf(given)];
  const proxy = settings?.proxy && (await proxyOf(settings.proxy));
  const progress = progressOn(io.stderr, io.signal);
  const hooks = {
    ...(proxy && proxyHooks(proxy)),
    ...(settings?.guard_ttl !== undefined && ttlHook(spanMs(settings.guard_ttl))),
    ...commandHooks(settings?.hooks ?? {}, { ...io.env }, io.cwd),
  };
  const world = createDrill(
    {
      ...{ receivers, interactivity, secret, identity, counter, deadLetters, hooks, rounds, nonce, now: io.now },
      event: settings?.event ?? 'message',
      timing: timingOf(context),
      expects: expectsOf(context),
      copies: settings?.connections ?? 20,
      resultHeader: (settings?.result_header ?? 'x-result-id').toLowerCase(),
    },
    io.signal,
  );
  const startedAt = toIso(context.clock());
  try {
    const onStart = ({ id }: Scenario<Drill>, index: number) => progress.tell(id, index + 1, chosen.length);
    const { baseline, played } = await play({
      drill: world,
      scenarios: chosen,
      signal: io.signal,
      now: io.now,
      onStart,
    });
    const about = {
      started_at: startedAt,
      finished_at: toIso(io.now() as Instant),
      // The last gate hides numeric addresses, and the name of this one is no secret.
      receivers: receivers.map(({ href }) => href.replace(/\/\/127\.[\d.]+/, '//localhost')),
      team_id: identity.teamId,
      app_id: identity.appId,
      counted_by: counter.title,
      marker: `drill-${nonce.toLowerCase()}`,
      skipped: [...(given.skip ?? [])],
    };
    return documentOf(about, baseline, played);
  } catch (error) {
    if (!(error instanceof CountFailed)) throw error;
    throw new DedupeError('DEDUPE_INPUT_INVALID', `the count cannot be used: ${error.message}`, { cause: error });
  } finally {
    progress.end();
    await world.end().catch((error: Error) => context.err.line(`warning: ${error.message}`));
    await Promise.allSettled([counter.close(), deadLetters?.close(), proxy?.close()]);
  }
}

async function proxyOf({ listen, upstream }: { listen: string; upstream: string }): Promise<FaultProxy> {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(listen) ?? [];
  try {
    return await startProxy({ host, port: Number(port) }, new URL(upstream));
  } catch (cause) {
    throw new DedupeError('DEDUPE_CONFIG_INVALID', `nothing can listen on ${listen} (drill.proxy)`, { cause });
  }
}
