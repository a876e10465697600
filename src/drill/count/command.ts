// Counts with a command: it prints the id of each object on a line, and fails when it cannot tell.
import type { Act } from '../world/act.ts';
import { runShell } from '../world/shell.ts';
import { type Counter, CountFailed, together } from './counter.ts';
import { distinct, type Question, questionNames, questionsOf } from './questions.ts';

/** For whom it is asked stands in DRILL_MARKER, DRILL_EVENT_ID, DRILL_KEY and so on. */
export function commandCounter(command: string, env: NodeJS.ProcessEnv, cwd: string): Counter {
  const asked = questionNames.filter((name) => command.includes(variable(name)));
  return {
    title: 'a command',
    everyMs: 500,
    lagMs: 0,
    async count(act: Act, signal) {
      const lists: string[][] = [];
      // A script of its own shows nothing of what it reads: then only the marker makes a difference.
      for (const question of distinct(questionsOf(act), asked.length > 0 ? asked : ['marker']))
        lists.push(await ask(question, signal));
      return together(lists);
    },
    close: async () => {},
  };

  async function ask(question: Question, signal: AbortSignal): Promise<string[]> {
    const told = Object.fromEntries(questionNames.map((name) => [variable(name), question[name]]));
    const ran = await runShell(command, { env: { ...env, ...told }, cwd, limitMs: 30_000, signal });
    if (ran.code !== 0) throw new CountFailed(`the command that counts ${ran.end}`);
    return ran.stdout.split(/\r?\n/).filter((line) => line.trim() !== '');
  }
}

function variable(name: string): string {
  return `DRILL_${name.toUpperCase()}`;
}
