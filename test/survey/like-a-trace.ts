// The same logs asked twice: what a trace of each event says, and what one scan says of all.

import { logSource } from '../../src/evidence/log.ts';
import type { FieldMap } from '../../src/model/field-map.ts';
import { resolveReference } from '../../src/reference.ts';
import type { LogFile } from '../../src/scan/log-files.ts';
import { trace } from '../../src/trace.ts';
import { scanned, signal } from './scanned.ts';

export interface Said {
  /** Of each event, what its trace says; undefined where no line is known. */
  readonly traced: Readonly<Record<string, string | undefined>>;
  /** Events that a scan names among duplicates. */
  readonly scanned: readonly string[];
  readonly lost: readonly string[];
  /** The primary cause of each event's trace, and the groups of the scan. */
  readonly causes: {
    readonly traced: Readonly<Record<string, string | undefined>>;
    readonly scanned: readonly string[];
  };
}

export async function bothOf(files: readonly LogFile[], refs: readonly string[], map: FieldMap): Promise<Said> {
  const traced: Record<string, string | undefined> = {};
  const causes: Record<string, string | undefined> = {};
  for (const ref of refs) {
    const source = logSource(files, () => {}, map);
    const asked = { refs: [resolveReference(ref)], absent: [], since: undefined, until: undefined, signal };
    const asking = trace({ ...asked, sources: [source] }).catch(() => undefined);
    const document = (await asking.finally(() => source.close()))?.document;
    traced[ref] = document?.verdict;
    causes[ref] = document?.findings.find(({ role }) => role === 'primary')?.rule;
  }
  const { document } = await scanned([logSource(files, () => {}, map)]);
  const refsOf = (kinds: readonly string[]) =>
    document.groups
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap(({ examples }) => examples.map(({ ref }) => ref));
  return {
    traced,
    scanned: refsOf(['cause', 'not-a-duplicate']),
    lost: refsOf(['lost']),
    causes: { traced: causes, scanned: document.groups.filter(({ kind }) => kind === 'cause').map(({ id }) => id) },
  };
}
