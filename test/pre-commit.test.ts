// Do the hooks for pre-commit run for every file that lint and audit read, here and as the README shows them?
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sourceEnding } from '../src/scan/source/file-kind.ts';
import { manifestName } from '../src/scan/source/find-files.ts';
import { readText } from './architecture/tree.ts';

interface Hook {
  readonly id: string;
  readonly files: string;
  readonly types_or?: unknown;
}

const defined: Hook[] = parse(readText('.pre-commit-hooks.yaml'));
const block = /```yaml\n# \.pre-commit-config\.yaml\n([\s\S]*?)```/.exec(readText('README.md'))?.[1] ?? '';
const shown: Hook[] = parse(block).repos[0].hooks;

/** pre-commit searches with Python's `re`, in which `(?i)` in front is the flag. */
function patternOf(hooks: readonly Hook[], id: string): RegExp {
  const [, pattern = ''] = /^\(\?i\)(.*)$/.exec(hooks.find((one) => one.id === id)?.files ?? '') ?? [];
  return new RegExp(pattern, 'i');
}

const sources = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'py'].map((ending) => `app.${ending}`);
const manifests = [
  ...['manifest.json', 'manifest.yaml', 'manifest.yml', 'manifest.prod.yaml', 'manifest-test.json'],
  ...['slack-manifest.json', 'slackmanifest.json', 'app-manifest.yml', 'slack_app_manifest.yaml', 'slack-app.yaml'],
];
const templates = ['serverless.yml', 'serverless.yaml', 'serverless.json', 'template.yaml', 'template.yml'];
const others = ['manifest.txt', 'package.json', 'app.rb', 'my-template.yaml', 'pyproject.toml', 'notes.tsv'];

describe.each([
  ['in the repository', defined],
  ['in the README', shown],
])('the hooks %s', (_, hooks) => {
  const lint = patternOf(hooks, 'dedupe-lint');
  const audit = patternOf(hooks, 'dedupe-audit');

  it.each(sources)('audit when %s has changed', (file) => {
    expect(sourceEnding.test(file)).toBe(true);
    expect(audit.test(`src/${file}`)).toBe(true);
  });

  it.each(manifests)('lint and audit when %s has changed', (file) => {
    expect(manifestName.test(file)).toBe(true);
    for (const path of [file, `deploy/${file}`])
      expect([lint.test(path), audit.test(path)], path).toEqual([true, true]);
  });

  it.each(templates)('lint when %s has changed', (file) => {
    expect(lint.test(`infra/${file}`)).toBe(true);
  });

  it.each(others)('pass %s over', (file) => {
    expect([lint.test(file), audit.test(file)]).toEqual([false, false]);
  });

  it('ask for nothing that is told by content: pre-commit does not know .mts and .cts', () => {
    for (const { types_or } of hooks) expect(types_or).toBeUndefined();
  });
});
