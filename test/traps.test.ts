// Cases in which a careless reading answers wrongly, each by its name: what the facts of its fixture must lead to.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { causes } from '../src/causes/index.ts';
import { explain } from '../src/model/explain.ts';
import { decide } from '../src/model/verdict.ts';
import { root } from './architecture/tree.ts';
import { type CauseFixture, timelineOf } from './causes/timeline-of.ts';

interface Trap {
  readonly trap: string;
  readonly fixture: string;
  readonly verdict: string;
  /** Null: no cause may be named. */
  readonly primary: string | null;
  readonly certainty?: string;
  /** Rules that must not be found at all. */
  readonly never?: readonly string[];
}

const traps: readonly Trap[] = [
  {
    trap: 'eleven event ids for one message',
    fixture: 'provider-unmarked-duplicate/hit-eleven-event-ids-for-one-message',
    verdict: 'duplicate',
    primary: 'provider-unmarked-duplicate',
    certainty: 'shown',
  },
  {
    trap: 'one event id in two apps',
    fixture: 'env-apps-overlap/hit-one-event-id-in-two-apps',
    verdict: 'duplicate',
    primary: 'env-apps-overlap',
    never: ['no-idempotency-guard', 'ack-late-retry', 'late-replay'],
  },
  {
    trap: 'same client_msg_id with two ts',
    fixture: 'provider-unmarked-duplicate/hit-client-sent-it-again',
    verdict: 'duplicate',
    primary: 'provider-unmarked-duplicate',
    never: ['repeated-action'],
  },
  {
    trap: 'Slack Connect with two team ids, behind a key with the team',
    fixture: 'provider-unmarked-duplicate/miss-shared-channel-behind-a-key-with-the-workspace',
    verdict: 'duplicate',
    primary: 'dedupe-key-too-narrow',
  },
  {
    trap: 'Slack Connect with two team ids, without a guard',
    fixture: 'provider-unmarked-duplicate/hit-shared-channel-without-a-guard',
    verdict: 'duplicate',
    primary: 'provider-unmarked-duplicate',
    never: ['duplicate-registration', 'repeated-action'],
  },
  {
    trap: 'two Socket Mode connections that split and do not copy',
    fixture: 'parallel-consumers/miss-events-divided',
    verdict: 'split',
    primary: 'socket-split-delivery',
    never: ['parallel-consumers'],
  },
  {
    trap: 'GitHub, which repeats nothing by itself',
    fixture: 'no-idempotency-guard/hit-redelivered-by-hand',
    verdict: 'duplicate',
    primary: 'no-idempotency-guard',
    never: ['ack-late-retry', 'late-replay', 'retry-metadata-lost'],
  },
  {
    trap: 'a legitimate second message with the same text',
    fixture: 'repeated-action/hit-two-messages',
    verdict: 'not-a-duplicate',
    primary: 'repeated-action',
    never: ['provider-unmarked-duplicate', 'no-idempotency-guard'],
  },
  {
    trap: 'one emoji by two people',
    fixture: 'repeated-action/hit-one-emoji-by-two-people',
    verdict: 'not-a-duplicate',
    primary: 'repeated-action',
  },
  {
    trap: 'one emoji removed and added again',
    fixture: 'repeated-action/hit-reaction-removed-and-added-again',
    verdict: 'not-a-duplicate',
    primary: 'repeated-action',
    never: ['sibling-events-one-action'],
  },
  {
    trap: 'two emojis on one item',
    fixture: 'repeated-action/hit-two-emojis-on-one-item',
    verdict: 'not-a-duplicate',
    primary: 'repeated-action',
  },
  {
    trap: 'a message and a button on it',
    fixture: 'sibling-events-one-action/hit-message-and-button',
    verdict: 'duplicate',
    primary: 'sibling-events-one-action',
    never: ['repeated-action'],
  },
  {
    trap: 'a message and a shortcut on it',
    fixture: 'sibling-events-one-action/hit-message-and-shortcut-by-another-person',
    verdict: 'duplicate',
    primary: 'sibling-events-one-action',
    certainty: 'consistent',
  },
  {
    trap: 'a command seconds after a message, never more than likely',
    fixture: 'sibling-events-one-action/hit-message-and-command-seconds-later',
    verdict: 'duplicate',
    primary: 'sibling-events-one-action',
    certainty: 'consistent',
  },
  {
    trap: 'a service of the same owner that times out and is called again',
    fixture: 'ambiguous-outcome-retry/hit-own-service-called-again',
    verdict: 'duplicate',
    primary: 'ambiguous-outcome-retry',
    never: ['no-idempotency-guard', 'listener-bound-twice', 'parallel-consumers'],
  },
  ...(['rule-inside-the-target', 'client-library-sent-it-twice', 'called-back-by-the-target'] as const).map((name) => ({
    trap: `one logged call with two records: ${name}`,
    fixture: `target-automation/hit-${name}`,
    verdict: 'duplicate',
    primary: 'target-automation',
    never: ['producer-double-enqueue'],
  })),
  {
    trap: 'one logged call with two records, and nothing that tells',
    fixture: 'target-automation/hit-nothing-tells',
    verdict: 'duplicate',
    primary: 'target-automation',
    certainty: 'open',
  },
];

describe('a trap', () => {
  it.each(traps)('$trap', ({ fixture, verdict, primary, certainty, never = [] }) => {
    const path = join(root, 'fixtures/causes', `${fixture}.json`);
    const own = JSON.parse(readFileSync(path, 'utf8')) as CauseFixture;
    const timeline = timelineOf(own);
    const { findings } = explain(timeline, causes);
    const [first] = findings;
    expect([decide(timeline, first).verdict, first?.cause.id ?? null]).toEqual([verdict, primary]);
    if (certainty) expect(first?.finding.certainty).toBe(certainty);
    expect(findings.map(({ cause }) => cause.id).filter((id) => never.includes(id))).toEqual([]);
  });
});
