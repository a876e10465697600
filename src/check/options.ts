// The options that lint and audit share, beside the flags of every command.
import { Option, type Command as Program } from 'commander';
import * as z from 'zod/mini';
import { failLevels } from '../model/findings-document.ts';

export const checkOptions = {
  failOn: z.optional(z.enum(failLevels)),
  baseline: z.optional(z.string()),
  updateBaseline: z.optional(z.boolean()),
  prune: z.optional(z.boolean()),
};

export interface CheckOptions {
  readonly failOn?: (typeof failLevels)[number] | undefined;
  readonly baseline?: string | undefined;
  readonly updateBaseline?: boolean | undefined;
  readonly prune?: boolean | undefined;
}

export function addCheckOptions(program: Program): Program {
  return program
    .addOption(new Option('--fail-on <level>', 'findings of this level or above end in 1').choices([...failLevels]))
    .option('--baseline <file>', 'findings that are accepted; what it holds is counted and not told')
    .option('--update-baseline', 'write all findings of today into the baseline file')
    .option('--prune', 'take out of the baseline file what is no longer found');
}
