// Is every name of the catalogue there once, and does no registered rule bear another?
import { describe, expect, it } from 'vitest';
import { auditRules } from '../../src/audit/index.ts';
import { catalogue } from '../../src/causes/catalogue.ts';
import { causes } from '../../src/causes/index.ts';
import { lintRules } from '../../src/lint/index.ts';
import { topics } from '../../src/model/topics.ts';

const names = catalogue.map(({ id }) => id);

/** Typed a second time on purpose: an id, once shipped, is never dropped and never given to anything else. */
const shipped = `ack-late-retry cold-path-late-ack ack-missing-or-error no-idempotency-guard provider-unmarked-duplicate
  late-replay mention-message-overlap edit-event-as-new sibling-events-one-action bot-self-loop duplicate-registration
  listener-bound-twice parallel-consumers env-apps-overlap socket-split-delivery dedupe-key-too-narrow
  dedupe-not-atomic dedupe-store-volatile stale-existence-check over-suppression retry-metadata-lost
  job-reclaimed-while-running producer-double-enqueue ambiguous-outcome-retry partial-commit-retry repeated-action
  target-automation not-a-duplicate inconclusive duplicate single lost split unknown-result`.split(/\s+/);

describe('the catalogue', () => {
  it('keeps every name that was ever shipped, once', () => {
    expect(names.toSorted()).toEqual(shipped.toSorted());
    expect(catalogue.filter(({ family }) => family !== undefined)).toHaveLength(27);
  });

  it('has the name and the family of each registered cause', () => {
    for (const { id, family } of causes)
      expect(
        catalogue.find((entry) => entry.id === id),
        id,
      ).toMatchObject({ id, family });
  });

  it('shares no name with rules over files, nor with topics', () => {
    const others = [...lintRules, ...auditRules, ...topics].map(({ id }) => id);
    expect(others.filter((id) => names.includes(id))).toEqual([]);
  });

  it('gives each name a meaning in one sentence', () => {
    for (const { id, meaning } of catalogue) expect(meaning, id).toMatch(/^\S.{15,}\.$/);
  });
});
