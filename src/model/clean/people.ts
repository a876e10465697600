// People appear as ids. Where a fact says who did it, an app may have written a name: what reads like one is masked there and
// in every sentence that repeats it. A login of one plain word is the id that many systems have and stays.
import { masked } from './spans.ts';

const fields: ReadonlySet<unknown> = new Set(['actor', 'created_by']);

/** What a program is called by: its last word, or all that is said. */
const machines =
  /(?:bot|robot|apps?|service|svc|system|automat(?:ion|e)|integration|worker|workflow|webhook|hook|api|connector|builder|sync|scheduler|importer|daemon|job|cron|pipeline|actions|forms|agent|bridge|gateway|server|com|net|org|io|dev|local|internal)$/i;
const notPeople =
  /^(?:slack|jira|github|gitlab|linear|zendesk|zapier|make|salesforce|asana|trello|notion|support|help|desk|helpdesk|admin|administrator|root|team|user|guest|anonymous|unknown|none|null|nobody|the|and|of)$/i;

/** True for "Jane Doe", "Doe, Jane", "jane.doe", "Jane" and whatever is not written in ASCII letters. */
export function isNameOfPerson(text: string): boolean {
  const words = text
    .split(/[^\p{L}\p{M}\p{N}'\u2019.-]+/u)
    .filter((word) => /^\p{L}[\p{L}\p{M}'\u2019.-]*$/u.test(word));
  const parts = words.flatMap((word) => word.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[ .-]+/)).filter(Boolean);
  if (parts.length === 0) return isDottedName(text);
  if (parts.every((part) => notPeople.test(part)) || machines.test(parts.at(-1) ?? '')) return false;
  if (/[\s,|]/.test(text.trim()) || /[^\x00-\x7f]/.test(text)) return true;
  return /^[A-Z][a-z]+(?:[-_]?[A-Z][a-z]+)*$/.test(text) || isDottedName(text);
}

function isDottedName(text: string): boolean {
  return /^[a-z]{2,}\.[a-z]{2,}\d{0,4}$/i.test(text);
}

/** A text without the names that this value has where it says who did it. Undefined: it has none. */
export function hidesNamesOf(value: unknown): ((text: string) => string) | undefined {
  const names = new Set<string>();
  collect(value, 0, names);
  if (names.size === 0) return undefined;
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => text.replace(pattern, masked);
}

/** As deep as what is shown. */
const deepest = 64;

function collect(value: unknown, depth: number, names: Set<string>): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'object') collect(item, depth + 1, names);
    else if (typeof item === 'string' && fields.has(key)) add(item, names);
  }
  // Two witnesses that name two people.
  const { field, values } = value as { readonly field?: unknown; readonly values?: unknown };
  if (!fields.has(field) || !Array.isArray(values)) return;
  for (const said of values as { readonly value?: unknown }[])
    if (typeof said?.value === 'string') add(said.value, names);
}

function add(text: string, names: Set<string>): void {
  const name = text.trim();
  if (isNameOfPerson(name)) names.add(name);
}
