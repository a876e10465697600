// What text and Markdown say alike: the words of a state, and which evidence of a step is worth its lines.
import type { DoctorDocument } from '../../model/doctor-document.ts';
import { notLookedAt } from '../../model/witness.ts';

export type Step = DoctorDocument['steps'][number];
export type Evidence = Step['aspects'][number]['evidence'][number];
type Source = DoctorDocument['sources'][number];

export const stateWords = {
  holds: 'holds',
  'does-not-hold': 'does not hold',
  'not-seen': 'could not be seen',
} as const;

export const sourceWords = { opened: 'opened', failed: 'NOT OPENED', 'not-configured': 'not configured' } as const;

/** Of an aspect that is decided only what decided it; of one that could not be seen everything that was missing. */
export function telling({ state, evidence }: Step['aspects'][number]): readonly Evidence[] {
  return evidence.filter((one) => one.state === state);
}

/** The same without what nobody configured. */
export function looked(aspect: Step['aspects'][number]): readonly Evidence[] {
  return telling(aspect).filter(({ sentence }) => sentence !== notLookedAt);
}

/** What nobody configured is one line for all that it could have shown; how it is configured stands with the sources. */
export function unlooked(aspects: Step['aspects']): string[] {
  const bySources = new Map<string, string[]>();
  for (const { about, state, evidence } of aspects) {
    if (state !== 'not-seen') continue;
    const sources = evidence.filter(({ sentence }) => sentence === notLookedAt).map(({ source }) => source);
    if (sources.length > 0) bySources.set(sources.join(', '), [...(bySources.get(sources.join(', ')) ?? []), about]);
  }
  return [...bySources].map(([sources, abouts]) => `${abouts.join('; ')}: not configured: ${sources}`);
}

export function sourceName({ source, name }: Source): string {
  return name === null ? source : `${source} ${name}`;
}

export function skewText({ offset_ms, bound_ms }: DoctorDocument['clocks'][number]): string {
  const ahead = offset_ms >= 0 ? 'ahead of' : 'behind';
  return `${Math.abs(offset_ms)} ms ${ahead} this machine, within ${bound_ms} ms`;
}

/** Which file, variable or flag won, for each setting that is not the usual one. */
export function settingRows({ config }: DoctorDocument): string[][] {
  return config.settings
    .filter(({ from }) => from !== 'default')
    .map(({ name, value, from }) => [name, [value ?? '-'].flat().join(', '), from]);
}

export function fileText({ config: { file, looked_for } }: DoctorDocument): string {
  if (file !== null) return file;
  return looked_for === null ? 'none' : `none: no ${looked_for.names.join(', ')} from ${looked_for.from} upwards`;
}
