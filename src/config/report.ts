// Every setting with the place that set it, as `dedupe config` and `dedupe doctor` tell it. Secrets are hidden here.
import type { Context } from '../context.ts';
import type { ConfigDocument } from '../model/config-document.ts';
import { nearest } from '../nearest.ts';
import { fileNames } from './file.ts';
import { type Key, keyList } from './keys.ts';

export function configDocumentOf({ config, io }: Context): ConfigDocument {
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
  const known = keyList.flatMap(([, { env: name }]) => name ?? []);
  return Object.keys(env)
    .filter((name) => name.startsWith('DEDUPE_') && !known.includes(name))
    .sort()
    .map((name) => ({ name, nearest: nearest(name, known) ?? null }));
}
