// One delivery, one run, one call, and two records: the second was not asked for by the app's own code.
import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { duplicatedEffects, isStated, recordNames } from '../model/timeline/duplicates.ts';
import { type OneCallTwice, oneCallTwice } from '../model/timeline/one-call.ts';

export interface TargetAutomation {
  readonly form: OneCallTwice['form'];
  readonly target: string;
  readonly call: number;
  /** What the call answered with, and what stands beside it. */
  readonly own: string;
  readonly other: string;
  readonly creators: readonly [string | null, string | null];
  readonly requests: readonly [string | null, string | null];
  /** From the first object to the second; null when one has no time. */
  readonly gapMs: number | null;
  readonly delivery: number | null;
  readonly run: number | null;
  readonly missing: readonly string[];
}

export const targetAutomation: Cause<TargetAutomation> = {
  id: 'target-automation',
  title: 'One call, two records',
  family: 'TARGET',
  severity: 'error',
  deviatesAt: 'record',
  problem:
    'The app received the event once, handled it once and asked the target once, and the target holds two records. Three things do this: a rule, an ' +
    'integration or an import inside the target makes the second; the client library sends the request again by itself, so that one call in the log ' +
    'is two requests; or the target calls the app back, and the callback creates. Creator, request id and gap tell them apart.',
  signs: [
    'one delivery, one run and one create in the log, and two records for the event',
    'two different creators: a rule or another integration inside the target',
    'one creator, two request ids, the second record made while the call was still open: the client library sent it again',
    'one creator, two request ids, the second made after the call had ended: a callback into the app, or a path that is not logged',
  ],
  fix: [
    'For a rule in the target: look at its history of automations, and switch it off for what the app makes or let it alone create.',
    'For the client library: give it an idempotency key, or let it not repeat creates by itself.',
    'For a callback: leave out what the app itself has written, and create under the source_event_key.',
    'Log the creator and the request id of each record: without them the three look alike.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const found = oneCallTwice(timeline, effect);
      if (!found) return [];
      const { form, own, other, call, producer } = found;
      const args: TargetAutomation = {
        form,
        target: effect.target,
        call: call.n,
        own: recordNames([own])[0] ?? '?',
        other: recordNames([other])[0] ?? '?',
        creators: [own.record.fields.created_by ?? null, other.record.fields.created_by ?? null],
        requests: [
          own.record.fields.request_id ?? call.fields.request_id ?? null,
          other.record.fields.request_id ?? null,
        ],
        gapMs: found.gapMs === undefined ? null : Math.abs(found.gapMs),
        delivery: producer.delivery?.n ?? null,
        run: producer.run?.n ?? null,
        missing: found.missing,
      };
      const path = [args.delivery, args.run, call.n].filter((n) => n !== null);
      const facts = [...path, own.record.n, other.record.n];
      return [{ rule: 'target-automation', args, certainty: certaintyOf(found), facts }];
    });
  },

  /** What sends a request again stands before the target. */
  linkOf: ({ form }) => (form === 'library' || form === 'callback' ? 'call' : 'record'),

  say({ form, target, call, own, other, creators, gapMs }) {
    const apart = gapMs === null ? '' : `, ${formatSpan(gapMs)} apart`;
    const once = `The app asked ${target} once (#${call}), and ${own} and ${other} are there${apart}`;
    return {
      automation: `${once}: ${own} was made by ${creators[0]}, and ${other} by ${creators[1]}, a rule or an integration inside ${target}.`,
      library: `${once}: the client library sent the request a second time while the call was open.`,
      callback: `${once}: ${other} was made by a request of its own after the call had ended, as by a callback of ${target} into the app.`,
      open: `${once}: whether the client library sent it twice, ${target} called back or a rule inside it made the second is not shown.`,
    }[form];
  },

  because({ form, call, own, other, creators, requests, delivery, run, missing }) {
    const source = [
      ...(delivery === null ? [] : [`one delivery (#${delivery})`]),
      ...(run === null ? [] : [`one run (#${run})`]),
      `one create (#${call})`,
    ];
    const lines = [`the log has ${source.join(', ')}, whose answer named ${own} and not ${other}`];
    if (creators[0] !== null && creators[1] !== null)
      lines.push(
        creators[0] === creators[1]
          ? `${creators[0]} is the creator of both`
          : `the creators differ: ${creators[0]} and ${creators[1]}`,
      );
    if (requests[0] !== null && requests[1] !== null && form !== 'automation')
      lines.push(
        requests[0] === requests[1]
          ? `both were made by one request, ${requests[0]}`
          : `${own} was made by request ${requests[0]}, ${other} by ${requests[1]}`,
      );
    if (form === 'library') lines.push(`${other} was made while #${call} was still open`);
    if (form === 'callback') lines.push(`${other} was made after #${call} had ended`);
    if (missing.length > 0) lines.push(`not logged: ${missing.join('; ')}`);
    return lines;
  },

  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const calls = [...new Set(chains.flatMap(({ call }) => call?.n ?? []))];
      if (calls.length < 2) continue;
      return {
        reason: `the app itself asked ${calls.length} times (${calls.map((n) => `#${n}`).join(', ')})`,
        facts: calls,
      };
    }
    return undefined;
  },
};

function certaintyOf({ form, own }: OneCallTwice): 'shown' | 'consistent' | 'open' {
  if (form === 'open') return 'open';
  // Who made it is a field; why one creator made two is inferred.
  return form === 'automation' && isStated(own, 'run') ? 'shown' : 'consistent';
}
