// dedupe settle: a person has looked where no program can, and says what became of an operation of unknown outcome.
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { moveOperation } from '../pipeline/worker/settle.ts';
import { serverDatabase } from '../pipeline-process.ts';
import { findUnknown, type UnknownOperation } from '../store/operations/find-unknown.ts';
import { type OperationProof, proveOperation } from '../store/operations/prove-operation.ts';
import { createSessions, type Sessions } from '../store/sessions.ts';
import { defineCommand } from './command.ts';

const options = z.strictObject({
  args: z.array(z.string()),
  found: z.optional(z.string()),
  absent: z.optional(z.boolean()),
  because: z.optional(z.string()),
  workspace: z.optional(z.string()),
  apply: z.optional(z.boolean()),
});
type Options = z.output<typeof options>;

export const settleCommand = defineCommand({
  name: 'settle',
  summary: 'say by hand what became of an operation of unknown outcome, where reconcile cannot look',
  examples: [
    'dedupe settle slack:T123:C9:1732900000.000100 --found OPS-41 --because "seen in the tracker" --apply',
    'dedupe settle slack:T123:C9:1732900000.000100#ticket --absent --because "no such ticket since Monday" --apply',
  ],
  formats: [],
  configure: (program) =>
    program
      .argument('<key>', 'a source event key, or an event id that leads to one unknown operation')
      .option('--found <id>', 'it was made, and this is its id: nothing is sent again')
      .option('--absent', 'it was not made, and cannot come any more: it is sent again')
      .option('--because <text>', 'what you have seen; it stands in the history of the operation')
      .option('--workspace <id>', 'only of this workspace')
      .option('--apply', 'do it; without it, only what would be done is shown'),
  options,
  async run(given, context) {
    const proof = proofOf(given);
    const sessions = createSessions(serverDatabase(context, 'settle'), { size: 1, applicationName: 'dedupe settle' });
    try {
      const operation = await theOne(sessions, given);
      const { source_event_key, target, attempt, error_code } = operation;
      const becomes =
        proof.proof === 'found' ? `confirmed as ${proof.externalId}` : 'planned again, and sent once more';
      context.out.line(
        `${source_event_key} in ${target}, unknown since attempt ${attempt} (${error_code ?? 'no reason kept'}): ${becomes}`,
      );
      if (!given.apply) {
        context.err.line('Nothing was changed. --apply does it.');
        return Exit.clean;
      }
      return await settle(sessions, operation, proof, context);
    } finally {
      await sessions.close();
    }
  },
});

function proofOf({ found, absent, because }: Options): OperationProof {
  if ((found === undefined) === (absent !== true))
    throw new DedupeError('DEDUPE_USAGE', 'settle takes --found ID or --absent, one of them');
  if (because === undefined || because.trim() === '')
    throw new DedupeError('DEDUPE_USAGE', 'settle needs a reason', {
      hint: 'Say with --because what you have seen: whoever reads the history asks for it.',
    });
  if (found === '') throw new DedupeError('DEDUPE_USAGE', '--found needs the id of what was made');
  const evidence = `by hand: ${because.trim().slice(0, 500)}`;
  return found === undefined ? { proof: 'absent', evidence } : { proof: 'found', externalId: found, evidence };
}

async function theOne(sessions: Sessions, { args: [key = ''], workspace }: Options): Promise<UnknownOperation> {
  const [first, ...more] = await sessions.use((database) => findUnknown(database, key, workspace));
  if (first === undefined)
    throw new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `no operation of unknown outcome is called "${key}"`, {
      hint: 'dedupe trace tells what became of an event.',
    });
  if (more.length === 0) return first;
  const names = [first, ...more].map((one) => `${one.source_event_key} (${one.workspace_id})`);
  throw new DedupeError('DEDUPE_USAGE', `"${key}" leads to several: ${names.join(', ')}`, {
    hint: 'Name one by its source event key, and --workspace where that is in several.',
  });
}

/** Compared with what was shown: when anything moved it meanwhile, it stays as it is. */
async function settle(sessions: Sessions, operation: UnknownOperation, proof: OperationProof, context: Context) {
  const { source_event_key: sourceEventKey, workspace_id: workspaceId, attempt } = operation;
  const moved = await moveOperation(sessions, operation, (inside) =>
    proveOperation(inside, { sourceEventKey, workspaceId, attempt }, proof),
  );
  if (moved) return Exit.clean;
  context.err.line('It changed meanwhile; nothing was done.');
  return Exit.failed;
}
