// dedupe work: takes what serve has written down, and makes each effect once.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import type { Target } from '../model/target.ts';
import { openTargets } from '../open-targets.ts';
import { work } from '../pipeline/work.ts';
import { failureCode } from '../pipeline/worker/failure-code.ts';
import { PermanentError, type Plan } from '../pipeline/worker/plan.ts';
import { isProgrammingError, thrownAt } from '../pipeline/worker/thrown-at.ts';
import { PlanFault } from '../pipeline/worker/told-effects.ts';
import { needsWord, placeOf, rivalSentence, serverDatabase, stepSentence, troubleOf } from '../pipeline-process.ts';
import { defineCommand } from './command.ts';

const options = z.strictObject({
  plan: z.optional(z.string()),
  attempts: z.optional(z.string()),
  lease: z.optional(z.string()),
  listen: z.optional(z.string()),
  provider: z.optional(z.array(z.string())),
  app: z.optional(z.string()),
});

const collect = (value: string, before: string[] = []) => [...before, value];

export const workCommand = defineCommand({
  name: 'work',
  summary: 'work on received events: one task or one request for each, never two; the reference worker',
  examples: ['dedupe work --database postgres://db.example/app', 'dedupe work --plan plan.js --attempts 20 --lease 30'],
  formats: [],
  configure: (program) =>
    program
      .option(
        '--plan <file>',
        'JavaScript module whose default export is { plan, targets }; without it, one local task for each event',
      )
      .option('--attempts <number>', 'tries before the dead letters (default: 20)')
      .option('--lease <seconds>', 'how long a claim holds without a heartbeat (default: 30)')
      .option('--provider <id>', 'only events of this sender or app; repeat for more (default: all)', collect)
      .option('--app <id>', 'of which app these events are, for whoever counts consumers')
      .option('--listen <host:port>', 'answer /healthz, /readyz and /metrics there (default: nowhere)'),
  options,
  async run({ plan: file, attempts, lease, listen, provider, app }, context) {
    const database = serverDatabase(context, 'work');
    const told: Told = file === undefined ? {} : await planOf(file, context);
    const configured = file === undefined ? [] : reachable(context);
    const { targets = [] } = told;
    const leaseMs = lease === undefined ? undefined : whole('--lease', lease) * 1_000;
    await work(
      {
        database,
        ...told,
        targets: [...targets, ...configured.filter(({ id }) => !targets.some((one) => one.id === id))],
        leaseMs,
        retry: attempts === undefined ? {} : { attempts: whole('--attempts', attempts) },
        deploymentVersion: context.config.deployment_version.value,
        providers: provider,
        appId: app,
        secret: context.config.signing_secret.value?.[0],
        listen: listen === undefined ? undefined : placeOf(listen),
        onReady: (port) =>
          context.err.line(
            `working${port === undefined ? '' : `, listening on port ${port}`}; Ctrl-C stops it when what it has begun is done`,
          ),
        onRival: (other) => context.err.line(rivalSentence('worker', other)),
        onTrouble: (error) => context.err.line(`warning: ${troubleOf(error)}; trying again`),
        onPlanError: once((error) => context.err.line(planErrorText(error, context.io.cwd))),
        onStep: (step) => {
          if (context.verbose || needsWord(step)) context.err.line(stepSentence(step));
        },
      },
      context.io.signal,
    );
    return Exit.clean;
  },
});

/** Each kind once: a plan that fails does so for every event. */
function once(say: (error: unknown) => void): (error: unknown) => void {
  const said = new Set<string>();
  return (error) => {
    const kind = `${thrownAt(error, '/')}\n${error instanceof PlanFault ? error.message : ''}`;
    if (!said.has(kind) && said.size < mostKinds) say(error);
    said.add(kind);
  };
}

const mostKinds = 100;

function planErrorText(error: unknown, folder: string): string {
  if (error instanceof PlanFault)
    return `warning: what the plan returned cannot be written: ${error.message}; such events go to the dead letters (${error.code})`;
  const what = `warning: the plan threw ${thrownAt(error, folder)}`;
  if (error instanceof PermanentError) return `${what}; such events go to the dead letters (${failureCode(error)})`;
  return isProgrammingError(error)
    ? `${what}: a programming error, which no repeat mends; such events are tried again until --attempts, then go to the dead letters`
    : `${what}; such events are tried again`;
}

interface Told {
  readonly plan?: Plan;
  readonly targets?: readonly Target[];
}

/** An effect whose target is not open would go to the dead letters, so one that cannot be opened is told at the start. */
function reachable({ config, io }: Context): Target[] {
  return [...openTargets(config, io.env).values()].map((one) => {
    if (one instanceof DedupeError) throw one;
    return one;
  });
}

async function planOf(file: string, { io }: Context): Promise<Told> {
  let found: unknown;
  try {
    found = (await io.importModule(pathToFileURL(resolve(io.cwd, file)).href)).default;
  } catch (cause) {
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${file} cannot be loaded: ${(cause as Error).message}`, { cause });
  }
  if (typeof found === 'function') return { plan: found as Plan };
  const { plan, targets = [] } = (found ?? {}) as Told;
  if (typeof plan === 'function' && Array.isArray(targets)) return { plan, targets };
  throw new DedupeError('DEDUPE_INPUT_INVALID', `${file} exports no plan`, {
    hint: 'Its default export is a function (event) => effects, or { plan, targets }.',
  });
}

function whole(flag: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new DedupeError('DEDUPE_USAGE', `${flag} ${text} is not a whole number above 0`);
}
