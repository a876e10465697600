// Can what a window keeps out change the answer?
import type { Gathered } from '../model/gathered.ts';
import { buildTimeline } from '../model/timeline/build.ts';
import { decide } from '../model/verdict.ts';
import { providerOf as knownProvider } from '../providers/index.ts';
import type { TraceRequest } from './gather.ts';

/** Nothing that was made, nothing that could tell why, or one object beside which another may stand outside. */
export function mayMiss(gathered: Gathered, providerOf: TraceRequest['providerOf'] = knownProvider): boolean {
  const { verdict } = decide(buildTimeline({ ...gathered, providerOf }));
  return verdict === 'inconclusive' || verdict === 'lost' || verdict === 'single';
}
