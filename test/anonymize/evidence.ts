// Everything that the tests have to judge: cause fixtures, public cases, recorded incidents.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logSource } from '../../src/evidence/log.ts';
import type { Gathered } from '../../src/model/gathered.ts';
import { resolveReference } from '../../src/reference.ts';
import { incidents } from '../../src/scan/incidents.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { gather } from '../../src/trace/gather.ts';
import { root } from '../architecture/tree.ts';
import { type CauseFixture, gatheredOf } from '../causes/timeline-of.ts';

export interface Evidence {
  readonly name: string;
  readonly gathered: Gathered;
}

export function fixtures(): Evidence[] {
  const causes = join(root, 'fixtures/causes');
  const files = [
    ...readdirSync(causes).flatMap((id) =>
      readdirSync(join(causes, id)).map((name) => `fixtures/causes/${id}/${name}`),
    ),
    ...readdirSync(join(root, 'fixtures/cases')).map((name) => `fixtures/cases/${name}`),
  ];
  return files
    .filter((file) => file.endsWith('.json'))
    .map((name) => ({
      name,
      gathered: gatheredOf(JSON.parse(readFileSync(join(root, name), 'utf8')) as CauseFixture),
    }));
}

export async function recordings(): Promise<Evidence[]> {
  const signal = new AbortController().signal;
  return Promise.all(
    incidents().map(async ({ id, logs, trace: [ref = ''] }) => {
      const sources = [logSource(await findLogFiles(logs, '/'))];
      const request = {
        refs: [resolveReference(ref)],
        sources,
        absent: [],
        since: undefined,
        until: undefined,
        signal,
      };
      return { name: `recording ${id}`, gathered: await gather(request) };
    }),
  );
}
