// The part of audit that reads source code, from the files to the model of the Slack app.
import type { CodeInput } from '../model/audit-input.ts';
import { Program } from '../model/code/program.ts';
import { routesOf } from '../model/code/routes.ts';
import { slackCodeOf } from '../model/code/slack-app.ts';
import type { FindingsDocument } from '../model/findings-document.ts';
import { readProject } from '../scan/source/read-project.ts';
import { readSubscriptionFiles } from './read-files.ts';

export interface CodePart {
  readonly input: CodeInput;
  readonly texts: ReadonlyMap<string, string>;
  readonly files: number;
  readonly part: FindingsDocument['parts'][number];
  readonly skipped: FindingsDocument['skipped'];
}

export async function codePart(cwd: string, paths: readonly string[]): Promise<CodePart> {
  const project = await readProject(cwd, paths);
  const manifests = await readSubscriptionFiles(cwd, project.manifests);
  const program = new Program(project.modules);
  const code = slackCodeOf(program);
  const routes = routesOf(program);
  const counts = [
    plural(project.modules.length, 'module'),
    plural(code.apps.length, 'app'),
    plural(code.listeners.length, 'listener'),
    plural(routes.length, 'raw handler'),
  ];
  const beside = project.leftOut > 0 ? `; ${project.leftOut} tests, examples and the like left out` : '';
  const far = project.unread > 0 ? `; ${plural(project.unread, 'imported file')} farther away left unread` : '';
  const skipped = project.skipped.map(({ file, reason, isNamed }) => ({ file, reason, fatal: isNamed }));
  const nothing = project.files === 0 && skipped.length === 0;
  return {
    input: { program, ...code, routes, subscriptions: manifests.files },
    texts: new Map([...project.modules.map(({ file, text }) => [file, text] as const), ...manifests.texts]),
    files: project.files,
    part: {
      part: 'code',
      state: 'done',
      sentence: `${plural(project.files, 'source file')}, of which about Slack: ${counts.join(', ')}${beside}${far}`,
    },
    skipped: nothing ? [{ file: paths.join(' '), reason: 'no source code was found', fatal: true }] : skipped,
  };
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
