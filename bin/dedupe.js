#!/usr/bin/env node
// Launcher only: gives main() the process's streams and turns its number into the exit status.
const { main, outputFailed, outputTo } = require('../dist/cli.js');

const argv = process.argv.slice(2);
const stop = new AbortController();
/** SIGTERM is how whoever runs a server asks it to end. */
for (const [name, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.on(name, () => {
    // A second one does not wait for anybody.
    if (stop.signal.aborted) process.exit(status);
    stop.abort();
  });

/** Each is made when it is first asked for. */
const made = {};
const io = {
  get stdout() {
    made.stdout ??= outputTo(1, () => process.stdout.on('error', stdoutFailed), stdoutFailed);
    return made.stdout;
  },
  get stderr() {
    made.stderr ??= outputTo(2, () => process.stderr.on('error', stderrFailed), stderrFailed);
    return made.stderr;
  },
  get stdin() {
    return process.stdin;
  },
  env: process.env,
  cwd: process.cwd(),
  now: Date.now,
  importModule: (url) => import(url),
  signal: stop.signal,
};

function stdoutFailed(error) {
  // The reader has gone (`| head`): nothing is left to say and nobody to say it to.
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  process.exit(outputFailed(error, argv, io));
}

function stderrFailed(error) {
  process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : 3);
}

main(argv, io).then((code) => {
  process.exitCode = code;
  // Nothing that was said may be lost; after that nothing is left to wait for, and an orderly end of the engine takes its time.
  written(Object.values(made), () => process.exit());
});

function written([stream, ...others], done) {
  if (stream === undefined) return done();
  // Where an earlier text was not taken, the stream's own listener tells it in a moment, with the reason: that ends the process.
  stream.write('', (error) => (error ? setImmediate(process.exit, 3) : written(others, done)));
}
