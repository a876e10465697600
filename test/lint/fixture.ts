// A case of a lint rule: a file, or a folder of files with `settings.json` for what the configuration or the code would add, and
// with `live.json` for what Slack has of the app.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LintInput } from '../../src/model/lint-input.ts';
import type { SubscriptionFile } from '../../src/model/subscription-file.ts';
import { parseSubscriptionFile } from '../../src/scan/subscriptions/parse.ts';

const nothing: Omit<LintInput, 'files'> = {
  uses: {},
  productionWorkspaces: [],
  stores: [],
  horizons: {
    slackDelayedEvents: false,
    queueRedeliveryMs: undefined,
    redriveMs: undefined,
    operatorReplayMs: undefined,
  },
  code: undefined,
};

export function lintInputOf(path: string): LintInput {
  if (!statSync(path).isDirectory()) return { ...nothing, files: [fileAt(path, path.replace(/^.*\//, ''))] };
  const names = readdirSync(path).filter((name) => name !== 'settings.json');
  const settings = readdirSync(path).includes('settings.json')
    ? (JSON.parse(readFileSync(join(path, 'settings.json'), 'utf8')) as Partial<LintInput>)
    : {};
  const files = names.sort().map((name) => fileAt(join(path, name), name));
  const isLive = ({ file }: SubscriptionFile) => file.startsWith('live.');
  return { ...nothing, ...settings, files: files.filter((file) => !isLive(file)), live: files.find(isLive) };
}

function fileAt(path: string, name: string): SubscriptionFile {
  const parsed = parseSubscriptionFile(name, readFileSync(path, 'utf8'));
  if (parsed.state !== 'parsed') throw new Error(`${path} is ${parsed.state}`);
  return parsed.file;
}
