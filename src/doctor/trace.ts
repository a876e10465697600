// One event on its whole way, as a trace sees it, for the first step.
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { Sight, TraceSight } from '../model/checkup.ts';
import { providersWith } from '../providers/described.ts';
import { resolveReference } from '../reference.ts';
import { openSources } from '../sources.ts';
import { gather } from '../trace/gather.ts';
import { judge } from '../trace.ts';
import { reasonOf } from './looked.ts';

export async function lookAtEvent(context: Context, ref: string | undefined): Promise<Sight<TraceSight>> {
  if (ref === undefined)
    return {
      state: 'not-configured',
      configure: 'dedupe doctor EVENT_ID, of an event that made two tasks (dedupe scan finds one)',
    };
  const { config, io } = context;
  const refs = [resolveReference(ref)];
  try {
    const { sources, absent, close } = await openSources(context);
    try {
      const about = { signal: io.signal, providerOf: providersWith(config.providers.value), flags: [] };
      const span = { since: config.since.value, until: config.until.value };
      const gathered = await gather({ refs, sources, absent, ...span, ...about });
      const { document } = await judge(gathered, { sources, ...about });
      return { state: 'seen', value: { ref, document, reason: '' } };
    } finally {
      await close();
    }
  } catch (error) {
    io.signal.throwIfAborted();
    if (!(error instanceof DedupeError)) throw error;
    if (error.code === 'DEDUPE_UNKNOWN_REFERENCE')
      return { state: 'seen', value: { ref, document: undefined, reason: 'no source knows it' } };
    if (error.code === 'DEDUPE_NO_SOURCE')
      return { state: 'not-configured', configure: '--logs PATH or --database URL' };
    return { state: 'failed', reason: reasonOf(error) };
  }
}
