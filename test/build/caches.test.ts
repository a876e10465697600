// What V8 is given beside each file of the build: one that it does not take costs a start-up without a word.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { root } from '../architecture/tree.ts';

const caches = globSync('dist/**/*.js.cache', { cwd: root, absolute: true });

it('is there for every command and every part', () => {
  const files = globSync(['dist/commands/*.js', 'dist/parts/**/*.js'], { cwd: root, absolute: true });
  expect(caches.map((path) => path.slice(0, -'.cache'.length)).sort()).toEqual(files.sort());
  expect(files.length).toBeGreaterThan(30);
});

it('is taken by the V8 that made it', () => {
  // In a process of its own: flags of V8 that another test has set would refuse all of them.
  const program = `
    const { Script } = require('node:vm');
    const { readFileSync } = require('node:fs');
    const refused = process.argv.slice(1).filter((path) => {
      const filename = path.slice(0, -'.cache'.length);
      const options = { filename, cachedData: readFileSync(path) };
      return new Script(readFileSync(filename, 'latin1'), options).cachedDataRejected;
    });
    console.log(JSON.stringify(refused));`;
  const { stdout } = spawnSync(process.execPath, ['-e', program, ...caches], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([]);
});

it('holds the functions of the driver, though no server was there when it was made', () => {
  const part = join(root, 'dist/parts/postgres/open.js');
  const lazy = new Script(readFileSync(part, 'latin1'), { filename: part }).createCachedData();
  expect(statSync(`${part}.cache`).size).toBeGreaterThan(3 * lazy.length);
});
