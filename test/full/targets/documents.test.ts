// Do the requests of an adapter, and the answers that its fake gives, fit what the vendor publishes?
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import { operation } from '../../targets/conformance.ts';
import { subjects } from '../../targets/fakes/subjects.ts';
import { type Subject, staged } from '../../targets/subject.ts';
import { type Claim, vendors } from './documents/shapes.ts';

const folder = join(import.meta.dirname, 'documents');
const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
const key = 'slack:T1:C9:1732900000.000100';

for (const vendor of vendors)
  test(`${vendor.name}: what is sent, what is read and what the fake answers`, async (context) => {
    if (!existsSync(join(folder, 'node_modules'))) context.skip(`needs npm install --prefix ${folder}`);
    const exchanges = await played(subjectNamed(vendor.name));
    expect(exchanges.length).toBeGreaterThan(3);
    const claims = exchanges.flatMap(({ asked, body }) => vendor.claims(asked, body));
    expect(complaints(vendor.imports, claims)).toEqual([]);
  });

test('a parameter, a field and a value that nobody publishes are noticed', (context) => {
  if (!existsSync(join(folder, 'node_modules'))) context.skip(`needs npm install --prefix ${folder}`);
  const [github, , , linear] = vendors;
  const issues = `NonNullable<Issues['get']['parameters']['query']>`;
  const wrong = [
    { value: { per_pages: 100 }, type: issues },
    { value: { state: 'every' }, type: issues },
    { value: [{ numero: 7 }], type: `Part<Issues['get']['responses'][200]['content']['application/json']>` },
  ];
  expect(complaints(github?.imports ?? '', wrong)).toHaveLength(3);
  expect(
    complaints(linear?.imports ?? '', [{ value: 'identifer', type: `keyof One<Roots['issues'][1]>` }]),
  ).toHaveLength(1);
});

const subjectNamed = (name: string) => subjects.find((one) => one.name === name) as Subject;

/** All that an adapter can ask: several pages, a create, a look for what is there and for what is not. */
async function played(subject: Subject) {
  const exchanges: { asked: Parameters<ReturnType<Subject['play']>['answer']>[0]; body: unknown }[] = [];
  const stage = await staged({
    ...subject,
    play() {
      const play = subject.play();
      const answer: typeof play.answer = (asked) => {
        const said = play.answer(asked);
        if (said.status < 300) exchanges.push({ asked, body: said.body });
        return said;
      };
      return { ...play, answer };
    },
  });
  const { signal } = new AbortController();
  const { target } = stage;
  await stage.fill(130);
  await target.create(operation(key), stage.request(key), signal);
  const hour = 3_600_000;
  for (const wanted of [key, 'slack:T1:C9:1732900000.000200']) {
    await target.find(wanted, signal);
    await target.findWindow((Date.now() - hour) as Instant, (Date.now() + hour) as Instant, wanted, signal);
  }
  await target.probe(signal);
  return exchanges;
}

/** What the compiler says of a file in which each value stands beside its type. */
function complaints(imports: string, claims: readonly Claim[]): string[] {
  // Beside the packages, where git and the formatter do not look; inside of theirs the compiler would not.
  const checked = join(folder, 'dist');
  mkdirSync(checked, { recursive: true });
  const own = mkdtempSync(join(checked, 'run-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  const lines = new Set(claims.map(({ value, type }) => `{ const _: ${type} = ${JSON.stringify(value)}; }`));
  writeFileSync(join(own, 'claims.ts'), [imports, helpers, ...lines].join('\n'));
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'preserve',
    '--target',
    'es2023',
    '--types',
    '',
  ];
  const { status, stdout } = spawnSync(compiler, [...flags, join(own, 'claims.ts')], { encoding: 'utf8', cwd: own });
  const found = stdout.split('\n').filter((line) => line.includes(': error ') || line.startsWith('error '));
  if ((status === 0) !== (found.length === 0)) throw new Error(`the compiler ended with ${status}: ${stdout}`);
  return found;
}

/** A fake answers with a part of the whole; a client made for a language has its own dates. */
const helpers = `
  type Part<T> = T extends Date ? string : T extends readonly (infer E)[] ? Part<E>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;
  type One<T> = NonNullable<T> extends readonly (infer E)[] ? NonNullable<E> : NonNullable<T>;`;
