// The hooks of a drill: commands of the configuration, and what the drill can do by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import type { HookName } from '../../model/drill-hooks.ts';
import { NotRun } from './not-run.ts';
import type { FaultProxy } from './proxy.ts';
import { runShell } from './shell.ts';

/** What it printed. Rejects with NotRun when it failed. */
export type Hook = (told: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<string>;
export type Hooks = Readonly<Partial<Record<HookName, Hook>>>;

/** A restart of a database takes its time; one that has not ended after this has failed. */
const limitMs = 120_000;

export function commandHooks(
  commands: Readonly<Partial<Record<HookName, string>>>,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Hooks {
  const entries = Object.entries(commands).map(([name, command]): [string, Hook] => [
    name,
    async (told, signal) => {
      const ran = await runShell(command, { env: { ...env, ...told }, cwd, limitMs, signal });
      if (ran.code !== 0) {
        // It may have printed what it was given.
        const end = told.DRILL_SECRET ? ran.end.replaceAll(told.DRILL_SECRET, '***') : ran.end;
        throw new NotRun(`the hook ${name} ${end}`, { isDown: true });
      }
      return ran.stdout;
    },
  ]);
  return Object.fromEntries(entries);
}

/** In front of the target the drill itself can lose an answer, at exactly the right moment. */
export function proxyHooks(proxy: FaultProxy): Hooks {
  const set = (mode: FaultProxy['mode']) => async () => {
    proxy.mode = mode;
    return '';
  };
  return {
    lose_answers: set('lose'),
    hold_answers: set('hold'),
    refuse_creates: set('refuse'),
    restore_answers: set('pass'),
  };
}

export function ttlHook(ttlMs: number): Hooks {
  return {
    pass_guard_ttl: async (_, signal) => {
      await sleep(ttlMs + 200, undefined, { signal });
      return '';
    },
  };
}
