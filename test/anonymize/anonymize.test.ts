// Without its names a trace gives the same answer, and holds none of them.
import { describe, expect, it } from 'vitest';
import { anonymize } from '../../src/anonymize/anonymize.ts';
import { leftBehind } from '../../src/anonymize/left-behind.ts';
import type { Gathered } from '../../src/model/gathered.ts';
import { distinctCleaner } from '../../src/saved/distinct.ts';
import { judge } from '../../src/trace.ts';
import { fixtures, recordings } from './evidence.ts';

const signal = new AbortController().signal;
const ongoing = { rule: undefined, state: { state: 'unknown', sentence: '' } } as const;

async function answer(gathered: Gathered) {
  const { document } = await judge(gathered, { sources: [], ongoing, signal });
  return {
    verdict: document.verdict,
    findings: document.findings.map(({ rule, role, certainty, facts }) => ({ rule, role, certainty, facts })),
    refuted: document.refuted.map(({ rule, facts }) => ({ rule, facts })),
    records: document.records.map(({ fact, keep }) => ({ fact, keep })),
    facts: document.facts.map(({ kind, offset_ms, parent }) => ({ kind, offset_ms, parent: parent?.n })),
    gaps: document.readings.map(({ gap_ms, usual }) => ({ gap_ms, usual })),
  };
}

const hidden = (gathered: Gathered) => anonymize(distinctCleaner(gathered)(gathered));

describe('the same answer', () => {
  it.each(fixtures())('$name', async ({ gathered }) => {
    expect(await answer(hidden(gathered).gathered)).toEqual(await answer(gathered));
  });

  it('of every recording, and once more of what is hidden already', async () => {
    for (const { name, gathered } of await recordings()) {
      const once = hidden(gathered).gathered;
      expect(await answer(once), name).toEqual(await answer(gathered));
      expect(await answer(hidden(once).gathered), name).toEqual(await answer(gathered));
    }
  });
});

describe('nothing of the names', () => {
  it('is in any recording or fixture', async () => {
    for (const { name, gathered } of [...fixtures(), ...(await recordings())]) {
      const { gathered: after, originals } = hidden(gathered);
      const { document } = await judge(after, { sources: [], ongoing, signal });
      expect(leftBehind({ after, document }, originals), name).toEqual([]);
    }
  });

  it('of these, which stand in one recording', async () => {
    const [first] = (await recordings()).filter(({ name }) => name === 'recording tracker-times-out-after-create');
    if (!first) throw new Error('the recording is gone');
    const before = JSON.stringify(first.gathered);
    const after = JSON.stringify(hidden(first.gathered).gathered);
    for (const word of ['T07BIRCHLAB', 'Ev08A7U2KM8Y', 'A08SUPPORTB', 'C07HELPDESK', 'TRK-801', '17959']) {
      expect(before, `${word} is no name of this recording any more`).toContain(word);
      expect(after).not.toContain(word);
    }
    expect(after).toContain('http');
    expect(after).toContain('TimeoutError');
    expect(after).toContain('app_mention');
  });
});
