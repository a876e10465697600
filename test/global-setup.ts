// One PostgreSQL for the whole test run. Without any server the tests that need one say so and are skipped.
import type { TestProject } from 'vitest/node';
import { findServers } from './postgres-binaries.ts';
import { startServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL; empty when no server was found. */
    postgresUrl: string;
    /** The file that NODE_EXTRA_CA_CERTS named, for who starts a program that asks the internet; empty when there was none. */
    extraCertificates: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Every Node process reads that file at its start, which takes it longer than the start itself; the tests start many.
  project.provide('extraCertificates', process.env.NODE_EXTRA_CA_CERTS ?? '');
  delete process.env.NODE_EXTRA_CA_CERTS;
  const [binaries] = findServers();
  const server = binaries && (await startServer(binaries));
  project.provide('postgresUrl', server?.url ?? '');
  return server && (() => server.stop());
}
