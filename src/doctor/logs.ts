// The logs: how much of them is understood, what they do not say, and the figures that they show.
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { logSource } from '../evidence/log.ts';
import { checkLog } from '../evidence/log-check.ts';
import type { SourceRow } from '../model/doctor-document.ts';
import type { Figure } from '../model/figures.ts';
import type { CheckedLog } from '../model/logs-document.ts';
import type { Tell } from '../model/sweep.ts';
import { counted } from '../model/witness.ts';
import { findLogFiles, type LogFile } from '../scan/log-files.ts';
import { lineMapOf } from '../sources.ts';
import { failed, type Looked, lookFailed, notConfigured, opened } from './looked.ts';

/** Of each file; a log that is larger says in its first million lines what it can. */
const mostLines = 1_000_000;

export interface LookedLogs extends Looked<readonly CheckedLog[]> {
  readonly figures: readonly Figure[];
}

export async function lookAtLogs({ config, io }: Context, tell: Tell): Promise<LookedLogs> {
  const paths = config.logs.value;
  if (paths.length === 0) return { ...notConfigured('log', '--logs PATH, or logs in the configuration'), figures: [] };
  if (paths.includes('-'))
    throw new DedupeError('DEDUPE_USAGE', 'doctor reads a log more than once, and standard input can be read once', {
      hint: 'Name a file.',
    });
  const map = lineMapOf(config);
  try {
    const files = await findLogFiles(paths, io.cwd);
    const checked: CheckedLog[] = [];
    for (const file of files)
      checked.push(await checkLog(file, map, mostLines, io.signal, (bytes) => tell(file.name, bytes, undefined)));
    const unreadable = checked.filter(({ readable }) => !readable);
    return {
      sight: { state: 'seen', value: checked },
      rows: checked.map(rowOf),
      clocks: [],
      figures: unreadable.length === checked.length ? [] : await figuresOf(files, map, { config, io }, tell),
    };
  } catch (error) {
    io.signal.throwIfAborted();
    return { ...lookFailed<readonly CheckedLog[]>('log', paths.join(', '), error), figures: [] };
  }
}

async function figuresOf(
  files: readonly LogFile[],
  map: ReturnType<typeof lineMapOf>,
  { config, io }: Pick<Context, 'config' | 'io'>,
  tell: Tell,
): Promise<readonly Figure[]> {
  const source = logSource(files, () => {}, map);
  const span = { since: config.since.value, until: config.until.value };
  const query = { ...span, limit: 1, eventIds: [], effectsElsewhere: false, figures: true };
  const sweep = await source.sweep?.(query, io.signal, tell);
  return sweep?.figures ?? [];
}

function rowOf(log: CheckedLog): SourceRow {
  const { file, lines, readable, unread, kinds, missing, zoneless } = log;
  if (!readable) return failed('log', file, unread.join('; '));
  const facts = kinds.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  const zones = zoneless > 0 ? `; ${counted(zoneless, 'time')} without a zone (log_time_zone)` : '';
  const shown =
    facts === '' ? `nothing that a trace could use (${zoneless > 0 ? 'log_time_zone' : 'log_fields'})` : facts;
  return opened('log', {
    place: file,
    evidence: `${counted(lines, 'line')}: ${shown}${zones}${unread.map((one) => `; ${one}`).join('')}`,
    visible: kinds.length > 0,
    unsettled: missing.map(({ field, would_settle }) => `${would_settle} (${field})`),
  });
}
