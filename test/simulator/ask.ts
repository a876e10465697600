// The only place that knows the program under test: it hands over logs and a question, and brings back the document.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DedupeError } from '../../src/errors.ts';
import { logSource } from '../../src/evidence/log.ts';
import type { Cause } from '../../src/model/cause.ts';
import { documentOf } from '../../src/model/document.ts';
import { explain } from '../../src/model/explain.ts';
import { buildTimeline } from '../../src/model/timeline/build.ts';
import type { Timeline } from '../../src/model/timeline/timeline.ts';
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { providerOf } from '../../src/providers/index.ts';
import { resolveReference } from '../../src/reference.ts';
import { gather, type TraceRequest } from '../../src/trace/gather.ts';
import { trace } from '../../src/trace.ts';
import type { Log } from './evidence.ts';

/** Undefined: nothing is known of what was asked for, which the program says as an error. */
export type Answered = TraceDocument | undefined;

/** The whole path of the command, from files to the document. */
export async function ask(folder: string, logs: readonly Log[], refs: readonly string[]): Promise<Answered> {
  return overFiles(folder, logs, refs, async (request) => (await trace(request)).document);
}

/** The same up to the timeline, for rules other than those of the program. */
export async function timelineOf(
  folder: string,
  logs: readonly Log[],
  refs: readonly string[],
): Promise<Timeline | undefined> {
  return overFiles(folder, logs, refs, async (request) => buildTimeline({ ...(await gather(request)), providerOf }));
}

export function answerBy(causes: readonly Cause[], timeline: Timeline): TraceDocument {
  const ongoing = { state: 'unknown', sentence: 'nobody asked' } as const;
  return documentOf(timeline, { explanation: explain(timeline, causes), ongoing, next: [] });
}

async function overFiles<T>(
  folder: string,
  logs: readonly Log[],
  refs: readonly string[],
  read: (request: TraceRequest) => Promise<T>,
): Promise<T | undefined> {
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of logs) writeFileSync(join(folder, file), text);
  const source = logSource(logs.map(({ file }) => ({ name: file, path: join(folder, file) })));
  const { signal } = new AbortController();
  const asked = { refs: refs.map(resolveReference), sources: [source], absent: [], since: undefined, until: undefined };
  try {
    return await read({ ...asked, signal });
  } catch (error) {
    if (error instanceof DedupeError && error.code === 'DEDUPE_UNKNOWN_REFERENCE') return undefined;
    throw error;
  } finally {
    await source.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
