// Short ways to state facts in a test, and the timeline that they make.
import type { Observation, ObservationOf } from '../../../src/model/fact.ts';
import type { FactKind } from '../../../src/model/fact-fields.ts';
import type { Instant } from '../../../src/model/instant.ts';
import { buildTimeline } from '../../../src/model/timeline/build.ts';
import type { Identifier } from '../../../src/model/timeline/identifiers.ts';
import type { Timeline } from '../../../src/model/timeline/timeline.ts';
import { providerOf } from '../../../src/providers/index.ts';

/** Milliseconds after the moment at which all tests begin. */
export const at = (ms: number): Instant => (Date.UTC(2026, 10, 2, 9, 15) + ms) as Instant;

export interface Place {
  readonly source?: string;
  readonly where?: string;
  readonly clock?: string;
}

let line = 0;

/** One statement; without a place it stands on the next line of app.log, written by app-1. */
export function told<K extends FactKind>(kind: K, fields: ObservationOf<K>['fields'], place: Place = {}): Observation {
  line += 1;
  const { source = 'log', where = `app.log:${line}`, clock = 'app-1' } = place;
  return { kind, fields, provenance: { source, where, clock } } as Observation;
}

export function timelineOf(
  observations: readonly Observation[],
  asked: readonly Identifier[] = [{ type: 'event_id', value: 'Ev1' }],
  parts: Partial<Pick<Timeline, 'gaps' | 'coverage'>> = {},
): Timeline {
  const { gaps = [], coverage = [] } = parts;
  return buildTimeline({ ref: asked[0]?.value ?? '', asked, observations, gaps, coverage, providerOf });
}

/** Kind, place and what a reader would see of each fact: enough to compare two timelines. */
export function shapeOf({ facts, links, effects }: Timeline) {
  return {
    facts: facts.map(({ n, kind, at: begun, fields }) => ({ n, kind, begun, fields })),
    links,
    effects: effects.map(({ target, action, chains }) => ({
      target,
      action,
      records: chains.map(({ record }) => record.n),
    })),
  };
}
