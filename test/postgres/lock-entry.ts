// A process that takes a folder's lock, says so, and holds it until it is told to end. argv: lock file, wait in ms.
import { lockFolder } from '../../src/postgres/folder-lock.ts';

const [path = '', wait = '0'] = process.argv.slice(2);
try {
  const lock = await lockFolder(path, Number(wait));
  process.stdout.write('held\n');
  process.stdin.once('data', () => {
    lock.release();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`${(error as { code?: string }).code}\n`);
}
