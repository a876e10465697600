// Places in answers, and templates of requests.

/** Undefined where the way ends. */
export function valueAt(value: unknown, place: string): unknown {
  if (place === '') return value;
  let here = value;
  for (const step of place.split(/\.(?![^[]*\])/)) {
    const [, name = step, field, wanted] = /^([^[]+)\[([^=]+)=(.*)\]$/.exec(step) ?? [];
    here = memberOf(here, name);
    if (field !== undefined)
      here = Array.isArray(here) ? here.find((one) => String(memberOf(one, field)) === wanted) : undefined;
  }
  return here;
}

export function textAt(value: unknown, place: string | undefined): string | undefined {
  const found = place === undefined ? undefined : valueAt(value, place);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export type Values = Readonly<Record<string, string | number>>;

/** `{key}` in a path; encoded, since it may hold whatever people or providers put into it. */
export function filledPath(template: string, values: Values): string {
  return replaced(template, values, encodeURIComponent);
}

/** The same in all texts of a body. A text that is one name alone keeps the kind of its value. */
export function filled(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const alone = /^\{(\w+)\}$/.exec(template)?.[1];
    if (alone !== undefined && Object.hasOwn(values, alone)) return values[alone];
    return replaced(template, values, (text) => text);
  }
  if (Array.isArray(template)) return template.map((one) => filled(one, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, filled(one, values)]));
}

/** Between the two marks stands exactly the key, or it is another one that begins alike. */
export function holdsKey(value: unknown, key: string, within: readonly [string, string] | undefined): boolean {
  if (Array.isArray(value)) return value.some((one) => holdsKey(one, key, within));
  if (within === undefined) return value === key || (typeof value === 'number' && String(value) === key);
  return typeof value === 'string' && value.includes(`${within[0]}${key}${within[1]}`);
}

/** `{key:quoted}` stands between double quotes of another language, such as JQL; `{key:single}` between single ones, as in SOQL. */
function replaced(template: string, values: Values, encode: (text: string) => string): string {
  return template.replace(/\{(\w+)(?::(quoted|single))?\}/g, (whole, name, quotes) => {
    if (!Object.hasOwn(values, name)) return whole;
    const text = String(values[name]);
    if (quotes === undefined) return encode(text);
    return encode(text.replace(quotes === 'single' ? /['\\]/g : /["\\]/g, '\\$&'));
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
