// dedupe targets: which systems can effects land in, what can each prove, and may its empty answers be believed?
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { withShownHosts } from '../model/clean/shown-host.ts';
import { clean } from '../model/clean.ts';
import { repeatRefused, type Target, type TargetAbilities, type TargetAdapter } from '../model/target.ts';
import type { TargetsDocument } from '../model/targets-document.ts';
import { type ConfiguredTarget, configuredTargets } from '../open-targets.ts';
import { writeOutputs } from '../output.ts';
import { targetsText } from '../report/targets-text.ts';
import { targets as adapters } from '../targets/index.ts';
import { defineCommand } from './command.ts';

type Shown = TargetsDocument['targets'][number];

/** One probe asks a handful of questions. */
const deadlineMs = 60_000;

export const targetsCommand = defineCommand({
  name: 'targets',
  summary: 'list the systems in which effects land with what each can prove, or check one of them read-only',
  examples: ['dedupe targets', 'dedupe targets check redmine'],
  formats: ['text', 'json'],
  configure: (program) =>
    program
      .argument('[action]', 'list (when left out) or check')
      .argument('[name]', 'the target to check; all when left out'),
  options: z.strictObject({ args: z.array(z.string()) }),
  async run({ args: [action = 'list', name] }, context) {
    if (action !== 'list' && action !== 'check')
      throw new DedupeError('DEDUPE_USAGE', `targets does list or check, not "${action}"`);
    const configured = configuredTargets(context.config, context.io.env);
    const shown =
      action === 'list'
        ? [...configured.map((one) => listed(one)), ...unused(configured)]
        : await Promise.all(wanted(configured, name).map((one) => checked(one, context)));
    const document = clean<TargetsDocument>({ version: 1, action, targets: shown });
    await writeOutputs(context, {
      text: (look) => targetsText.render(document, look),
      json: () => JSON.stringify(document, undefined, 2),
    });
    return shown.every(({ check }) => check === null || check.state === 'visible') ? Exit.clean : Exit.failed;
  },
});

function wanted(configured: readonly ConfiguredTarget[], name: string | undefined): readonly ConfiguredTarget[] {
  const found = name === undefined ? configured : configured.filter((one) => one.name === name);
  if (found.length > 0) return found;
  const known = configured.map((one) => one.name).join(', ');
  throw new DedupeError(
    'DEDUPE_UNKNOWN_TARGET',
    name ? `no target "${name}" is configured` : 'no target is configured',
    {
      hint:
        known === ''
          ? 'Name one under targets in dedupe.config.yaml; dedupe targets lists the types.'
          : `Configured: ${known}.`,
    },
  );
}

function unused(configured: readonly ConfiguredTarget[]): Shown[] {
  const used = new Set(configured.map(({ adapter }) => adapter.id));
  return adapters
    .filter(({ id }) => !used.has(id))
    .map((adapter) => shownAs(null, adapter, adapter.abilities, undefined, null));
}

function listed({ name, adapter, open }: ConfiguredTarget): Shown {
  try {
    const target = open();
    void target.close?.();
    return shownAs(name, adapter, target.abilities, target.identity, null);
  } catch (error) {
    if (!(error instanceof DedupeError)) throw error;
    return shownAs(name, adapter, adapter.abilities, error.message, null);
  }
}

async function checked({ name, adapter, open }: ConfiguredTarget, { io }: Context): Promise<Shown> {
  let target: Target;
  try {
    target = open();
  } catch (error) {
    if (!(error instanceof DedupeError)) throw error;
    return shownAs(name, adapter, adapter.abilities, undefined, notShown('not-open', error));
  }
  const show = (check: Shown['check']) => shownAs(name, adapter, target.abilities, target.identity, check);
  try {
    const probe = await target.probe(AbortSignal.any([io.signal, AbortSignal.timeout(deadlineMs)]));
    const { visible, evidence } = probe;
    const repeat_refused = repeatRefused(target.abilities, probe) ?? null;
    return show({ state: visible ? 'visible' : 'cannot-see', evidence, repeat_refused });
  } catch (error) {
    if (io.signal.aborted || !(error instanceof DedupeError)) throw error;
    return show(notShown('unreachable', error));
  } finally {
    await target.close?.();
  }
}

function notShown(state: 'not-open' | 'unreachable', { message }: DedupeError): Shown['check'] {
  return { state, evidence: message, repeat_refused: null };
}

function shownAs(
  name: string | null,
  { id, title }: TargetAdapter,
  abilities: TargetAbilities,
  identity: string | undefined,
  check: Shown['check'],
): Shown {
  const { idempotencyKey: key } = abilities;
  return {
    name,
    type: id,
    title,
    identity: identity === undefined ? null : withShownHosts(identity),
    abilities: {
      idempotency_key: key ? { name: key.name, scope: key.scope, lifetime_ms: key.lifetimeMs ?? null } : null,
      unique_field: abilities.uniqueField ?? null,
      unique_by_setup: abilities.uniqueBySetup ?? false,
      find_by: abilities.findBy,
      index_lag_ms: abilities.indexLagMs ?? null,
      lists_by_time: abilities.listsByTime,
      names_creator: abilities.namesCreator,
      leaves_out: abilities.leavesOut ?? null,
      create_maximum_ms: abilities.createMaximumMs,
    },
    check,
  };
}
