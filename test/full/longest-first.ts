// Which of these files take long, so that they are begun first: a run whose last file is a long one waits for it alone.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  ...['drill/reference', 'drill/adapters', 'bench', 'pipeline/schedules/killed', 'redmine/redmine', 'drill/naive-bolt'],
  ...[
    'simulator/first-half',
    'simulator/second-half',
    'fresh-clone',
    'report/html-page',
    'pipeline/schedules/restarted',
  ],
  ...['embedded-killed', 'reconcile/interleavings', 'pipeline/schedules/in-process', 'queues/pg-boss', 'queues/celery'],
  ...['pipeline/processes/crash', 'pipeline/forward/python', 'queues/sidekiq', 'queues/postgres'],
].map((name) => fileURLToPath(new URL(`${name}.test.ts`, import.meta.url)));

const missing = longest.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`test/full/longest-first.ts names what is not there: ${missing.join(', ')}`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(moduleId);
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
