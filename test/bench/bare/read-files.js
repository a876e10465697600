// node bare/read-files.js FOLDER: what an audit cannot be without: a process that reads every file, into one buffer and on one thread.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

const room = Buffer.allocUnsafe(1024 * 1024);

function visit(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) visit(path);
    else if (entry.isFile()) read(path);
  }
}

function read(path) {
  const file = openSync(path, 'r');
  readSync(file, room, 0, room.length, null);
  closeSync(file);
}

visit(process.argv[2]);
