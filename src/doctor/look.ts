// Everything that is configured, looked at side by side; what fails is a row of its own, and the others are told all the same.
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { Checkup } from '../model/checkup.ts';
import type { ClockRow, SourceRow } from '../model/doctor-document.ts';
import { type Figure, mergeFigures } from '../model/figures.ts';
import type { Tell } from '../model/sweep.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { lookAtCode } from './code.ts';
import { lookAtDrills } from './drill.ts';
import { lookAtLogs } from './logs.ts';
import { type Looked, lookFailed, type SourceId } from './looked.ts';
import { lookAtQueues } from './queues.ts';
import { lookAtSchema } from './schema.ts';
import { lookAtSlack } from './slack.ts';
import { lookAtTables } from './tables.ts';
import { lookAtTargets } from './targets.ts';
import { lookAtEvent } from './trace.ts';

export interface Asked {
  readonly ref: string | undefined;
  /** Folders and files with source code; empty: none is named. */
  readonly code: readonly string[];
  readonly staleAfterMs: number;
}

export interface Look {
  readonly checkup: Checkup;
  readonly sources: readonly SourceRow[];
  readonly clocks: readonly ClockRow[];
}

export async function look(context: Context, { ref, code, staleAfterMs }: Asked, tell: Tell): Promise<Look> {
  const { signal } = context.io;
  /** Interrupted: what the others said is told, and of this one that nobody knows. */
  const unless = <T extends Looked<unknown>>(
    work: Promise<T>,
    source: SourceId,
    rest: Omit<T, keyof Looked<unknown>>,
  ) =>
    unlessStopped(work, signal).catch((error: unknown): T => {
      if (!signal.aborted) throw error;
      return { ...lookFailed(source, null, interrupted), ...rest } as T;
    });
  const trace = await unlessStopped(lookAtEvent(context, ref), signal).catch((error): Checkup['trace'] => {
    if (!signal.aborted) throw error;
    return { state: 'failed', reason: interrupted.message };
  });
  const [logs, schema, tables, queues, targets, slack] = await Promise.all([
    unless(lookAtLogs(context, tell), 'log', { figures: [] }),
    unless(lookAtSchema(context), 'database', { figures: [] }),
    unless(lookAtTables(context), 'tables', {}),
    unless(lookAtQueues(context), 'queue', {}),
    unless(lookAtTargets(context), 'target', {}),
    unless(lookAtSlack(context, installationsIn(trace)), 'slack', {}),
  ]);
  const own = await unless(lookAtCode(context, code), 'code', {});
  const drill = await unless(lookAtDrills(context, staleAfterMs), 'drill', {});
  const inOrder = [logs, schema, tables, queues, targets, slack, own, drill];
  return {
    checkup: {
      now: context.clock(),
      trace,
      ...{ logs: logs.sight, schema: schema.sight, tables: tables.sight },
      ...{ queues: queues.sight, targets: targets.sight, slack: slack.sight },
      ...{ code: own.sight, drill: drill.sight },
      figures: figuresOf([logs, schema]),
    },
    sources: inOrder.flatMap(({ rows }) => rows),
    clocks: inOrder.flatMap(({ clocks }) => clocks),
  };
}

const interrupted = new DedupeError('DEDUPE_INTERRUPTED', 'interrupted before it had answered');

/** As the trace of the event heard it from Slack; undefined: nobody told. */
function installationsIn(trace: Checkup['trace']): readonly string[] | undefined {
  const facts = (trace.state === 'seen' && trace.value.document?.facts) || [];
  const roles = facts.flatMap(({ kind, fields }) => (kind === 'lifecycle' ? String(fields.role ?? '') : []));
  const places = roles.flatMap((role) => /^installation in (.+)$/.exec(role)?.[1] ?? []);
  return places.length === 0 ? undefined : [...new Set(places)];
}

function figuresOf(parts: readonly (Looked<unknown> & { readonly figures: readonly Figure[] })[]): Checkup['figures'] {
  const figures = parts.flatMap((part) => part.figures);
  if (figures.length > 0) return { state: 'seen', value: mergeFigures(figures) };
  const down = parts.map(({ sight }) => sight).find(({ state }) => state === 'failed');
  if (down?.state === 'failed') return down;
  return { state: 'not-configured', configure: '--logs PATH or --database URL: logs and the schema show figures' };
}
