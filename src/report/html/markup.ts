// HTML out of templates: whatever is put into one is text, unless it came out of one itself.

/** Made by `html` only: no string of a document can be one. */
export interface Markup {
  readonly markup: string;
}

export type Part = string | number | Markup | undefined | false | readonly Part[];

/** Attributes in a template stand in double quotes, always: what is escaped here cannot leave them. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.map((text, i) => text + (i < parts.length ? textOf(parts[i]) : '')).join('') };
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(Math.round(part * 100) / 100);
  return 'markup' in part ? part.markup : part.map(textOf).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (letter) => entities[letter] ?? letter);
}

/** Text of this program that is markup already: its own style sheet. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** A sentence in which `#3` leads to the fact of that number, where the page shows it. */
export function withLinks(text: string, shown: ReadonlySet<number>): Markup {
  const parts = text.split(/(#\d{1,6}\b)/);
  return html`${parts.map((part, i) => {
    const n = Number(part.slice(1));
    return i % 2 === 1 && shown.has(n) ? html`<a class="ref" href="#f${n}">${part}</a>` : part;
  })}`;
}

/** A name from outside: its letters may run in either direction, what stands beside them does not follow. */
export function name(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}
