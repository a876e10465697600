// What a figure depends on: the machine, and the programs and packages beside it, found or not.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { hasTimer } from './measure.js';

const programs = {
  psql: ['--version'],
  pgbench: ['--version'],
  rg: ['--version'],
  grep: ['--version'],
  jq: ['--version'],
  'redis-server': ['--version'],
};

/** `{line, versions: {name: text}, missing: [name]}` */
export function machine() {
  const [cpu] = cpus();
  const found = [
    ...Object.entries(programs).map(([name, words]) => [name, firstLine(name, words)]),
    ...peers.map((name) => [name, versionOf(name)]),
  ];
  return {
    line: `node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    versions: Object.fromEntries(found.filter(([, version]) => version !== undefined)),
    missing: [
      ...found.filter(([, version]) => version === undefined).map(([name]) => name),
      ...(hasTimer ? [] : ['GNU time, so CPU time and memory of most rows']),
    ],
  };
}

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** What `npm ci --prefix test/bench` brings. */
const peers = Object.keys(manifest.dependencies);

export function isInstalled(peer) {
  return existsSync(fileOf(peer));
}

function versionOf(peer) {
  return isInstalled(peer) ? JSON.parse(readFileSync(fileOf(peer), 'utf8')).version : undefined;
}

function fileOf(peer) {
  return new URL(`node_modules/${peer}/package.json`, import.meta.url);
}

/** Of PostgreSQL: the program itself. What Debian has in the PATH is a script that takes five times as long to find it. */
export function postgresProgram(name) {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => `${root}/${version}/bin/${name}`).find((file) => existsSync(file)) ?? name;
}

export function hasProgram(name) {
  return firstLine(name, programs[name]) !== undefined;
}

function firstLine(name, words) {
  const { error, status, stdout } = spawnSync(name, words, { encoding: 'utf8' });
  if (error || status !== 0) return undefined;
  // Its name stands before it already.
  return /\d[\w.-]*/.exec(stdout.split('\n')[0])?.[0];
}
