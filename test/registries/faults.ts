// What can be wrong with a registry: entries without files, files without entries, ids that repeat, texts that are missing.

export interface RuleRegistry {
  readonly folder: string;
  readonly rules: readonly RuleTexts[];
  /** Files of the folder without `index.ts`, as names. */
  readonly files: readonly string[];
  /** Those of them that are no rules. */
  readonly parts?: readonly string[];
  /** `<id>/<file>` under the folder's fixtures. */
  readonly fixtures: readonly string[];
}

export interface RuleTexts {
  readonly id: string;
  readonly title: string;
  readonly problem: string;
  readonly fix: readonly string[];
  readonly signs?: readonly string[];
}

export const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Entry = file, both ways. `parts` are files of the folder that are no entries (its contract, its shared pieces). */
export function pairingFaults(
  folder: string,
  ids: readonly string[],
  files: readonly string[],
  parts: readonly string[] = [],
): string[] {
  const entries = files.filter((file) => !parts.includes(file)).map((file) => file.replace(/\.ts$/, ''));
  return [
    ...ids
      .filter((id) => !entries.includes(id))
      .map((id) => `${folder}: "${id}" is in the list, but ${id}.ts is not there`),
    ...entries
      .filter((name) => !ids.includes(name))
      .map((name) => `${folder}/${name}.ts is there, but not in the list`),
    ...repeated(ids).map((id) => `${folder}: "${id}" is in the list twice`),
    ...ids.filter((id) => !kebab.test(id)).map((id) => `${folder}: "${id}" is not kebab-case`),
  ];
}

export function ruleFaults({ folder, rules, files, fixtures, parts }: RuleRegistry): string[] {
  const ids = rules.map(({ id }) => id);
  const orphans = new Set(fixtures.map((path) => path.split('/')[0] as string).filter((id) => !ids.includes(id)));
  return [
    ...pairingFaults(folder, ids, files, parts),
    ...rules.flatMap((rule) => emptyTexts(rule).map((name) => `${folder}: "${rule.id}" has no ${name}`)),
    ...ids.flatMap((id) => missingFixtures(id, fixtures).map((kind) => `${folder}: "${id}" has no ${kind} fixture`)),
    ...[...orphans].map((id) => `fixtures/${folder}/${id} belongs to no rule`),
  ];
}

/** One id space over all rules; the ids of the catalogue are taken by the causes that they name, written yet or not. */
export function idFaults(registries: readonly RuleRegistry[], catalogue: readonly string[]): string[] {
  const all = registries.flatMap(({ rules }) => rules.map(({ id }) => id));
  const causes = registries.filter(({ folder }) => folder === 'causes').flatMap(({ rules }) => rules);
  const others = registries.filter(({ folder }) => folder !== 'causes').flatMap(({ rules }) => rules);
  return [
    ...causes.filter(({ id }) => !catalogue.includes(id)).map(({ id }) => `the cause "${id}" is not in the catalogue`),
    ...repeated(all).map((id) => `"${id}" is the id of two rules`),
    ...repeated(catalogue).map((id) => `"${id}" stands in the catalogue twice`),
    ...others
      .filter(({ id }) => catalogue.includes(id))
      .map(({ id }) => `"${id}" is the id of a cause in the catalogue`),
  ];
}

function emptyTexts(rule: RuleTexts): string[] {
  const blank = (text: string) => text.trim() === '';
  const names: string[] = [];
  if (blank(rule.title)) names.push('title');
  if (blank(rule.problem)) names.push('problem');
  if (rule.fix.length === 0 || rule.fix.some(blank)) names.push('fix');
  if (rule.signs && (rule.signs.length === 0 || rule.signs.some(blank))) names.push('signs');
  return names;
}

function missingFixtures(id: string, fixtures: readonly string[]): string[] {
  return ['hit', 'miss'].filter((kind) => !fixtures.some((path) => path.startsWith(`${id}/${kind}-`)));
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))];
}
