// dedupe config: which settings hold, and which place set each of them.
import * as z from 'zod/mini';
import { fileNames } from '../config/file.ts';
import { type Key, keyList } from '../config/keys.ts';
import type { Context } from '../context.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import type { ConfigDocument } from '../model/config-document.ts';
import { nearest } from '../nearest.ts';
import { writeOutputs } from '../output.ts';
import { configTable } from '../report/config-table.ts';
import { defineCommand } from './command.ts';

export const config = defineCommand({
  name: 'config',
  summary: 'print every setting with where it came from; secrets are hidden',
  examples: ['dedupe config', 'dedupe config --format json', 'dedupe config --config staging.yaml --plain'],
  formats: ['text', 'json'],
  configure: () => {},
  options: z.strictObject({}),
  async run(_, context) {
    const document = clean(documentOf(context));
    await writeOutputs(context, {
      text: (look) => configTable.render(document, look),
      json: () => JSON.stringify(document, undefined, 2),
    });
    return Exit.clean;
  },
});

function documentOf({ config, io }: Context): ConfigDocument {
  return {
    version: 1,
    file: config.file ?? null,
    looked_for: config.fileNamed ? null : { names: [...fileNames], from: io.cwd },
    settings: keyList.map(([name, key]) => ({
      name,
      value: shown(config[name].value, key),
      from: config[name].from,
      env: key.env ?? null,
      flag: key.flag ?? null,
      summary: key.summary,
    })),
    unknown_variables: unknownVariables(io.env),
  };
}

function shown(value: unknown, { show }: Key): ConfigDocument['settings'][number]['value'] {
  if (value === undefined || value === null) return null;
  return show ? show(value) : (value as ConfigDocument['settings'][number]['value']);
}

function unknownVariables(env: Context['io']['env']): ConfigDocument['unknown_variables'] {
  const known = keyList.flatMap(([, { env }]) => env ?? []);
  return Object.keys(env)
    .filter((name) => name.startsWith('DEDUPE_') && !known.includes(name))
    .sort()
    .map((name) => ({ name, nearest: nearest(name, known) ?? null }));
}
