// What stands behind each cause: cases in which it fires, near misses, and public incidents, as one table.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { causes } from '../../src/causes/index.ts';
import { explain } from '../../src/model/explain.ts';
import { root } from '../architecture/tree.ts';
import { type CauseFixture, timelineOf } from './timeline-of.ts';

interface PublicCase {
  readonly fixture: Omit<CauseFixture, 'expect'>;
  readonly primary: string | null;
}

const readAll = <T>(folder: string): { name: string; fixture: T }[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, fixture: JSON.parse(readFileSync(join(root, folder, name), 'utf8')) as T }));

const rightOf = (answers: readonly boolean[]) => `${answers.filter((isRight) => isRight).length}/${answers.length}`;

it('every cause is right about its hits, its near misses and its public cases', () => {
  const incidents = readAll<Omit<CauseFixture, 'expect'> & { expect: { primary: string | null } }>(
    'fixtures/cases',
  ).map(({ fixture: { expect: wanted, ...fixture } }): PublicCase => ({ fixture, primary: wanted.primary }));
  const rows = causes.map((cause) => {
    const own = readAll<CauseFixture>(`fixtures/causes/${cause.id}`);
    const finds = ({ fixture }: { fixture: CauseFixture }) => cause.check(timelineOf(fixture)).length > 0;
    const fired = own.filter(({ name }) => name.startsWith('hit-')).map(finds);
    const missed = own.filter(({ name }) => name.startsWith('miss-')).map((one) => !finds(one));
    const told = incidents
      .filter(({ primary }) => primary === cause.id)
      .map(({ fixture }) => explain(timelineOf(fixture), causes).findings[0]?.cause.id === cause.id);
    return { id: cause.id, fired, missed, told };
  });
  const cell = (text: string) => text.padStart(13);
  const line = (id: string, ...cells: readonly string[]) => `${id.padEnd(28)}${cells.map(cell).join('')}`;
  const lines = rows.map(({ id, fired, missed, told }) => line(id, rightOf(fired), rightOf(missed), rightOf(told)));
  console.log(['right of all', line('cause', 'fired', 'near misses', 'public cases'), ...lines].join('\n'));
  const wrong = rows.filter(({ fired, missed, told }) => [...fired, ...missed, ...told].includes(false));
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(rows.filter(({ fired, missed }) => fired.length < 2 || missed.length < 2).map(({ id }) => id)).toEqual([]);
});
