// What a figure depends on: the machine, and the programs that were found on it or were not.
import { spawnSync } from 'node:child_process';
import { arch, cpus, platform, totalmem } from 'node:os';

const programs = {
  psql: ['--version'],
  pgbench: ['--version'],
  rg: ['--version'],
  grep: ['--version'],
  jq: ['--version'],
  'redis-server': ['--version'],
};

/** `{line, versions: {program: text}, missing: [program]}` */
export function machine() {
  const [cpu] = cpus();
  const found = Object.entries(programs).map(([name, words]) => [name, firstLine(name, words)]);
  return {
    line: `node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    versions: Object.fromEntries(found.filter(([, version]) => version !== undefined)),
    missing: found.filter(([, version]) => version === undefined).map(([name]) => name),
  };
}

function firstLine(name, words) {
  const { error, status, stdout } = spawnSync(name, words, { encoding: 'utf8' });
  return error || status !== 0 ? undefined : stdout.split('\n')[0].trim();
}
