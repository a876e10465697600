import { writeFileSync } from 'node:fs';
import { createDatabases } from './databases.js';

const d = createDatabases({ quick: false });
const url = await d.events(100000);
writeFileSync('/tmp/hold.out', url);
console.log(url);
process.on('SIGTERM', async () => {
  await d.close();
  process.exit(0);
});
setInterval(() => {}, 1000);
