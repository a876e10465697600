// The list of commands. Each is loaded only when it is called, so that start-up pays for nothing else.
import type { Command } from './command.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own options; the schema inside it checks them.
type Loader = () => Promise<Command<any>>;

export const commands = {
  trace: async () => (await import('./trace.ts')).traceCommand,
  scan: async () => (await import('./scan.ts')).scanCommand,
  logs: async () => (await import('./logs.ts')).logsCommand,
  demo: async () => (await import('./demo.ts')).demo,
  explain: async () => (await import('./explain.ts')).explain,
  lint: async () => (await import('./lint.ts')).lintCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  init: async () => (await import('./init.ts')).initCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  work: async () => (await import('./work.ts')).workCommand,
  reconcile: async () => (await import('./reconcile.ts')).reconcileCommand,
  targets: async () => (await import('./targets.ts')).targetsCommand,
  settle: async () => (await import('./settle.ts')).settleCommand,
  'dead-letters': async () => (await import('./dead-letters.ts')).deadLettersCommand,
  metrics: async () => (await import('./metrics.ts')).metricsCommand,
  prune: async () => (await import('./prune.ts')).pruneCommand,
  drill: async () => (await import('./drill.ts')).drillCommand,
  config: async () => (await import('./config.ts')).config,
} as Readonly<Record<string, Loader>>;
