#!/usr/bin/env node
// Launcher only: gives main() the process's streams and turns its number into the exit status.
const { main } = require('../dist/cli.js');

const stop = new AbortController();
process.on('SIGINT', () => {
  // A second Ctrl-C does not wait for anybody.
  if (stop.signal.aborted) process.exit(130);
  stop.abort();
});

/** Node makes each of its streams when it is first asked for, and that takes longer than most commands. */
const io = {
  get stdout() {
    return guarded(process.stdout);
  },
  get stderr() {
    return guarded(process.stderr);
  },
  get stdin() {
    return process.stdin;
  },
  env: process.env,
  cwd: process.cwd(),
  now: Date.now,
  signal: stop.signal,
};

const guardedStreams = new Set();
function guarded(stream) {
  if (guardedStreams.has(stream)) return stream;
  guardedStreams.add(stream);
  stream.on('error', (error) => {
    // The reader has gone (`| head`): nothing is left to say and nobody to say it to.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    // A full disk behind `>`: the answer is not whole, and no status that means one may say so.
    if (stream !== process.stderr) process.stderr.write(`error: the output could not be written: ${error.message}\n`);
    process.exit(3);
  });
  return stream;
}

main(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
  // Interrupted: nothing that still waits may hold the process, and nothing that was said may be lost.
  if (stop.signal.aborted) process.stdout.write('', () => process.stderr.write('', () => process.exit()));
});
