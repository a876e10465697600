// One PostgreSQL for the whole test run. Without any server the tests that need one say so and are skipped.
import type { TestProject } from 'vitest/node';
import { findServers } from './postgres-binaries.ts';
import { startServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL; empty when no server was found. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const [binaries] = findServers();
  const server = binaries && (await startServer(binaries));
  project.provide('postgresUrl', server?.url ?? '');
  return server && (() => server.stop());
}
