// Does what was gathered give any answer? Asked where a window may have kept it out.
import type { Gathered } from '../model/gathered.ts';
import { buildTimeline } from '../model/timeline/build.ts';
import { decide } from '../model/verdict.ts';
import { providerOf as knownProvider } from '../providers/index.ts';
import type { TraceRequest } from './gather.ts';

/** Nothing that was made and nothing that could tell why: the window may be the reason. */
export function isEmpty(gathered: Gathered, providerOf: TraceRequest['providerOf'] = knownProvider): boolean {
  const { verdict } = decide(buildTimeline({ ...gathered, providerOf }));
  return verdict === 'inconclusive' || verdict === 'lost';
}
