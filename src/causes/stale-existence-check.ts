// The target was searched before the create, and the search could not see what was there, or came too early to see it.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import { duplicatedEffects, isStated, madeAt, recordNames } from '../model/timeline/duplicates.ts';
import { type BlindForm, type BlindSearch, blindSearches, searchesFor } from '../model/timeline/searches.ts';
import type { Chain, Effect } from '../model/timeline/timeline.ts';

export interface StaleExistenceCheck {
  readonly form: BlindForm;
  readonly target: string;
  readonly search: number;
  /** The object that the search should have found, and its number. */
  readonly there: string;
  readonly thereFact: number;
  /** How long it had been there when the search answered; negative: it came so much later. Milliseconds. */
  readonly ageMs: number;
  /** From the search to the object that was made all the same. */
  readonly untilCreateMs: number | null;
  readonly scope: string | null;
  /** Of a search that failed; null when it was not logged. */
  readonly errorCode: string | null;
  /** Further searches that were blind, and what was made after each. */
  readonly others: readonly { readonly fact: number; readonly isFailed: boolean; readonly made: string }[];
  readonly records: readonly string[];
}

export const staleExistenceCheck: Cause<StaleExistenceCheck> = {
  id: 'stale-existence-check',
  title: 'The search before the create did not see what was there',
  family: 'GUARD',
  severity: 'error',
  deviatesAt: 'call',
  problem:
    'Before the create the target was asked whether the object exists, and the answer was empty although it did, or came before the other copy was ' +
    'made. A search index lags seconds to minutes behind, a list is cut off after a page, a filter sees open items only, and an error is taken for ' +
    '"not found". Even a search that sees everything leaves a gap between the answer and the create.',
  signs: [
    'a search with no result at a moment when the other object had already been made',
    'the search was truncated, asked for a part of the items, or failed and the create followed',
    'or the search ran before the other create, and its own create came after',
  ],
  fix: [
    'Claim the effect in a store of your own before the search: a unique insert of the source_event_key, with the intent, in one transaction.',
    'Let the target refuse the second: its unique property, its idempotency key, a client-made id, or an upsert.',
    'Fail closed: a search without an answer is not "nothing there"; mark the operation unknown and look again before any create.',
    'Where a search must decide, ask the primary store by the key and not the index by the title, read every page, include closed items, and look again after the create.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const all = blindSearches(timeline, effect);
      // A search that answered says more about the index than one that failed.
      const blind = all.find(({ form }) => form !== 'failed') ?? all[0];
      if (!blind) return [];
      const { search, there, made } = blind;
      const facts = [...new Set([search.n, there.record.n, made.record.n])];
      const certainty = blind.isCertain && isStated(made, 'run') ? 'shown' : 'consistent';
      return [{ rule: 'stale-existence-check', args: argsOf(blind, all, effect), certainty, facts }];
    });
  },

  say({ form, target, there, ageMs, scope, records }) {
    const age = formatSpan(Math.abs(ageMs));
    const how = {
      failed: `The search at ${target} got no answer, and that was taken for "not there"`,
      page: `The search at ${target} read only a part of the list and did not find ${there}, which had been there for ${age}`,
      scope: `The search at ${target} asked for a part only${scope === null ? '' : ` (${scope})`} and did not find ${there}, which had been there for ${age}`,
      lag: `The search at ${target} found nothing, although ${there} had been there for ${age}`,
      early: `The search at ${target} ran ${age} before ${there} was made, and its own create came after`,
    }[form];
    return `${how}. What exists now: ${listed(records)}.`;
  },

  because({ form, search, there, thereFact, ageMs, untilCreateMs, scope, errorCode, others }) {
    const side = ageMs < 0 ? 'after' : 'before';
    const lines = [
      form === 'failed'
        ? `the search #${search} failed${errorCode === null ? '' : ` (${errorCode})`}`
        : `the search #${search} found nothing`,
      `${there} (#${thereFact}) was made ${formatSpan(Math.abs(ageMs))} ${side} it answered`,
    ];
    if (form === 'page') lines.push('the answer was cut off: more pages were there');
    if (scope !== null) lines.push(`it asked for ${scope}`);
    if (untilCreateMs !== null) lines.push(`the create came ${formatSpan(untilCreateMs)} after the search`);
    for (const { fact, isFailed, made } of others) {
      const how = isFailed ? 'got no answer, which was taken for "not there"' : 'found nothing either';
      lines.push(`the search #${fact} ${how}, and ${made} was made`);
    }
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const [asked] = effect.chains.flatMap((chain) => searchesFor(timeline, effect, chain));
      const found = asked?.search.fields.found ?? 0;
      if (!asked || found === 0) continue;
      const reason = `the search #${asked.search.n} found ${found}: it saw what was there, and the create came all the same`;
      return { reason, facts: [asked.search.n] };
    }
    return undefined;
  },
};

function argsOf(blind: BlindSearch, all: readonly BlindSearch[], { target, chains }: Effect): StaleExistenceCheck {
  const { form, search, there, made } = blind;
  const asked = search.fields.finished_at ?? search.at;
  const [existed, created] = [madeAt(there), madeAt(made)];
  return {
    form,
    target,
    search: search.n,
    there: nameOf(there),
    thereFact: there.record.n,
    ageMs: (asked ?? 0) - (existed ?? 0),
    untilCreateMs: asked === undefined || created === undefined ? null : created - asked,
    scope: search.fields.query_scope ?? null,
    errorCode: search.fields.error_code ?? null,
    others: all
      .filter((one) => one !== blind)
      .map((one) => ({ fact: one.search.n, isFailed: one.form === 'failed', made: nameOf(one.made) })),
    records: recordNames(chains),
  };
}

function nameOf({ record }: Chain): string {
  return record.fields.record_id ?? '?';
}
