// The deployments that the files describe, each read by the reader of its kind.
import type { LintInput } from '../../lint-input.ts';
import { cloudFormation } from './cloudformation.ts';
import type { Deployment } from './deployment.ts';
import { serverless } from './serverless.ts';

export function deployments({ files }: Pick<LintInput, 'files'>): Deployment[] {
  return files.flatMap((file) => {
    if (file.kind === 'serverless-config') return [serverless(file)];
    if (file.kind === 'sam-template' || file.kind === 'cloudformation-template') return [cloudFormation(file)];
    return [];
  });
}
