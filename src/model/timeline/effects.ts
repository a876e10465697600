// One intended effect and every object that was made for it.
import type { Fact, FactOf } from '../fact.ts';
import { type Ancestry, type Level, levels } from './ancestry.ts';
import { familiesOf } from './families.ts';
import { earlierMs } from './inference.ts';
import type { Merged } from './merge.ts';
import type { Chain, Effect, TimelineEvent } from './timeline.ts';

type FactAt = (merged: Merged) => Fact | undefined;

/**
 * Grouped by what the user did, by target and by the action behind `#`; each group in the order in which its objects were
 * made. Objects from two different user actions are two effects, also when both were asked for.
 */
export function effectsOf(
  facts: readonly Fact[],
  events: readonly TimelineEvent[],
  families: ReadonlyMap<number, Ancestry>,
  factAt: FactAt,
): Effect[] {
  const effects = new Map<string, { target: string; action: string; chains: Chain[] }>();
  const records = facts.filter((fact) => fact.kind === 'record') as FactOf<'record'>[];
  const chains = withEventsByKey(
    records.map((record) => chainOf(record, events, families.get(record.n) ?? {}, factAt)),
  );
  const familyOf = familiesOf(facts, chains);
  for (const chain of chains) {
    if (wasThereBefore(chain)) continue;
    const target = chain.record.fields.target ?? 'target';
    const action = actionOf(keyOf(chain));
    // One system is written in several ways: `Jira`, `jira`.
    const name = [familyOf(chain.event?.eventId, chain.record), target.toLowerCase(), action].join('\n');
    const group = effects.get(name) ?? { target, action, chains: [] };
    group.chains.push(chain);
    effects.set(name, group);
  }
  return withoutNameless(effects);
}

/**
 * Where all that is named is one action, an object whose key was left out, or is built in another way, is that action too.
 * Between several named actions nobody knows which it is; the bare key itself names an effect of its own.
 */
function withoutNameless(effects: ReadonlyMap<string, Effect>): Effect[] {
  const placeOf = (name: string) => name.slice(0, name.lastIndexOf('\n'));
  const all = [...effects];
  return all.flatMap(([name, effect]) => {
    const named = all.filter(([other, { action }]) => placeOf(other) === placeOf(name) && action !== '');
    const [only, ...more] = named;
    if (!only || more.length > 0) return [effect];
    const bare = new Set(only[1].chains.map((chain) => keyOf(chain)?.split('#')[0]));
    const isNameless = (chain: Chain) => !bare.has(keyOf(chain));
    if (effect.action === '') {
      const own = effect.chains.filter((chain) => !isNameless(chain));
      return own.length === 0 ? [] : [{ ...effect, chains: own }];
    }
    const nameless = effects.get(`${placeOf(name)}\n`)?.chains.filter(isNameless) ?? [];
    return [{ ...effect, chains: [...effect.chains, ...nameless].sort((a, b) => a.record.n - b.record.n) }];
  });
}

/** A look-up or an update names an object that another story made; so does a time long before the event arrived. */
function wasThereBefore({ record, call, delivery }: Chain): boolean {
  if (call?.fields.operation === 'find' || call?.fields.operation === 'update') return true;
  const made = record.fields.created_at ?? record.at;
  return made !== undefined && delivery?.at !== undefined && made < delivery.at - earlierMs;
}

function chainOf(record: FactOf<'record'>, events: readonly TimelineEvent[], family: Ancestry, factAt: FactAt): Chain {
  const at = <K extends Level>(level: K) => {
    const ancestor = family[level];
    return (ancestor && factAt(ancestor.fact)) as FactOf<K> | undefined;
  };
  const line = [record, at('call'), at('attempt'), at('job'), at('run'), at('delivery')];
  const eventId = line.map((fact) => fact?.fields.event_id).find((id) => id !== undefined);
  const appId = line.map((fact) => fact?.fields.app_id).find((id) => id !== undefined);
  const provider = line.map((fact) => fact?.fields.provider).find((id) => id !== undefined);
  const named = events.filter((event) => event.eventId === eventId);
  return {
    record,
    call: at('call'),
    attempt: at('attempt'),
    job: at('job'),
    run: at('run'),
    delivery: at('delivery'),
    event:
      named.find((event) => event.appId === appId) ?? named.find((event) => event.provider === provider) ?? named[0],
    inferred: levels.filter((level) => family[level]?.certainty === 'inferred'),
  };
}

/** The key is that of one effect: what names no event came of the one from which another object with this key came. */
function withEventsByKey(chains: readonly Chain[]): Chain[] {
  const known = new Map<string, Set<TimelineEvent>>();
  for (const chain of chains) {
    const key = keyOf(chain);
    if (key !== undefined && chain.event) known.set(key, (known.get(key) ?? new Set()).add(chain.event));
  }
  return chains.map((chain) => {
    const [only, ...others] = (chain.event === undefined && known.get(keyOf(chain) ?? '')) || [];
    return only === undefined || others.length > 0 ? chain : { ...chain, event: only };
  });
}

function keyOf({ record, call }: Chain): string | undefined {
  return record.fields.source_event_key ?? call?.fields.source_event_key ?? call?.fields.idempotency_key;
}

/** The part behind `#` names one of several effects of one event. */
export function actionOf(key: string | undefined): string {
  const at = key?.indexOf('#') ?? -1;
  const action = at < 0 ? '' : (key?.slice(at + 1) ?? '');
  // A part that is new on every call names nothing: it only hides that the effect is the same.
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?|^\d+$|^[0-9a-f]{12,}$/i.test(action) || isRandom(action) ? '' : action;
}

/** Letters and digits that change places as no word's do: `V1StGXR8`, `01ARZ3NDEKTSV4RRFFQ69G5FAV`. `step-3` and `sendEmail2` are names. */
function isRandom(action: string): boolean {
  const changes = action.match(/[a-z](?=[0-9])|[0-9](?=[a-z])/gi)?.length ?? 0;
  return action.length >= 8 && changes >= 3;
}
