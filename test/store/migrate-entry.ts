// A process that migrates and ends, for tests that need many of them or kill one. argv: URL, then migrations as JSON.
import { openDatabase } from '../../src/postgres/open.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrationOf } from '../../src/store/migration.ts';
import { migrations as shipped } from '../../src/store/migrations/index.ts';

const [url = '', list] = process.argv.slice(2);
const named: { name: string; sql: string }[] = list ? JSON.parse(list) : [];
const migrations = list ? named.map(({ name, sql }) => migrationOf(name, sql)) : shipped;
const database = await openDatabase(url, { connectTimeoutMs: 60_000 });
const results = await migrate(database, { migrations });
await database.close();
process.stdout.write(JSON.stringify(results));
