// The timeline of a fixture: its lines read as a log would be, its other fields as they stand.
import type { FactKind } from '../../src/model/fact-fields.ts';
import type { Gathered } from '../../src/model/gathered.ts';
import type { Gap } from '../../src/model/source.ts';
import { buildTimeline } from '../../src/model/timeline/build.ts';
import type { Identifier } from '../../src/model/timeline/identifiers.ts';
import type { Timeline } from '../../src/model/timeline/timeline.ts';
import { providerOf } from '../../src/providers/index.ts';
import { readFactLine } from '../../src/scan/fact-line.ts';

export interface CauseFixture {
  /** Why this case is a hit or a miss, for the reader of the file. */
  readonly why: string;
  /** One event id, or several with a space between them; `type=value` for any other identifier. */
  readonly ref: string;
  readonly lines: readonly object[];
  /** Kinds that the log records whenever they happen, over the whole time. */
  readonly sees?: readonly FactKind[];
  readonly gaps?: readonly Gap[];
  /** For a hit: how sure, and whether it comes first. For a miss: the rule that comes first in its place, null for none. */
  readonly expect?: { readonly certainty?: string; readonly primary?: boolean; readonly instead?: string | null };
}

export function timelineOf(fixture: CauseFixture): Timeline {
  return buildTimeline({ ...gatheredOf(fixture), providerOf });
}

/** A line that cannot be read whole is a fault of the fixture, never a weaker case. */
export function gatheredOf({ ref, lines, sees = [], gaps = [] }: CauseFixture): Gathered {
  const observations = lines.map((line, i) => {
    const read = readFactLine(JSON.stringify(line), 'log', `app.log:${i + 1}`, 'app.log');
    if (read.kind !== 'fact') throw new Error(`line ${i + 1} is no fact: ${JSON.stringify(read)}`);
    if (read.problems.length > 0) throw new Error(`line ${i + 1}: ${read.problems.join('; ')}`);
    return read.observation;
  });
  const asked = ref.split(' ').map((word): Identifier => {
    const [type = '', value] = word.split('=');
    return value === undefined ? { type: 'event_id', value: word } : { type: type as Identifier['type'], value };
  });
  const coverage = [{ source: 'log', sees, from: undefined, to: undefined }];
  return { ref, asked, observations, gaps, coverage };
}
