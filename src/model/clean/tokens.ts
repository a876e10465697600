// Secrets that give themselves away by their form: known prefixes, header schemes, signatures, key blocks.
// Every pattern is linear: behind its prefix it either takes all it sees or gives up after a bounded number of characters.
// Only what would hit ordinary words asks for an edge on its left: an edge can appear when its neighbour is masked.

/** Group 1 stays readable; what is matched behind it is masked. */
export interface TokenForm {
  readonly pattern: RegExp;
  /** Asked with the masked part where the form alone would also hit ordinary words. */
  readonly unless?: (value: string) => boolean;
}

interface Written {
  readonly prefix: string;
  readonly secret: string;
  readonly unless?: (value: string) => boolean;
}

const word = /^(?:tokens?|auth\w*|schemes?|headers?|credentials?|realm|errors?|missing|required|invalid|expired)$/i;

// No key is longer than the bound; behind an unclosed head whatever looks like a key's body is taken.
const keyBody = String.raw`(?:(?!-----END)(?:[A-Za-z0-9+/=:,\s-]|\\[nrt])){1,16384}(?:-----END [A-Z0-9 ]{1,40}-----)?`;

const anyCase: readonly Written[] = [
  { prefix: String.raw`(?:xox[a-z](?:\.xox[a-z])?|xapp|xwfp)-`, secret: String.raw`[\w%+/=.~-]+` },
  { prefix: String.raw`v\d=`, secret: '[0-9a-f]{32,}' },
  { prefix: String.raw`bearer[ \t]{1,4}`, secret: String.raw`[\w.~+/=-]{6,}`, unless: (value) => word.test(value) },
  {
    prefix: String.raw`basic[ \t]{1,4}`,
    secret: '[A-Za-z0-9+/]{6,}={0,2}',
    unless: (value) => !looksRandom(value),
  },
];

const exactCase: readonly Written[] = [
  { prefix: 'eyJ', secret: String.raw`[\w-]{10,}(?:\.[\w-]*){0,4}` },
  { prefix: 'gh[opsur]_|github_pat_', secret: String.raw`\w{16,}` },
  { prefix: 'gl(?:pat|oas|dt|rt|ptt|ft|soat|cbt|agent|imt)-', secret: String.raw`[\w.-]{16,}` },
  { prefix: 'AKIA|ASIA', secret: '[A-Z0-9]{16}(?![A-Za-z0-9])' },
  { prefix: '[rsp]k_(?:live|test)_|whsec_', secret: String.raw`[\w+/=]{8,}` },
  { prefix: String.raw`AIza|ya29\.|GOCSPX-`, secret: String.raw`[\w-]{16,}` },
  { prefix: 'AT(?:ATT|CTT|BB)3?x?', secret: String.raw`[\w=-]{20,}` },
  { prefix: 'lin_(?:api|oauth)_', secret: String.raw`\w{16,}` },
  { prefix: 'SG\\.', secret: String.raw`[\w-]{16,}\.[\w-]{16,}` },
  {
    prefix: 'dop_v1_|doo_v1_|hvs\\.|shp(?:at|ca|pa|ss)_|pypi-|dckr_pat_|ntn_|figd_|tskey-\\w{1,12}-|sq0[a-z]{3}-',
    secret: String.raw`[\w-]{10,}`,
  },
  { prefix: '(?<![\\w-])hf_', secret: '[A-Za-z0-9]{20,}' },
  { prefix: 'npm_', secret: '[A-Za-z0-9]{30,}' },
  { prefix: String.raw`(?<![\w-])sk-`, secret: String.raw`[\w-]{20,}` },
  { prefix: '-----BEGIN [A-Z0-9 ]{1,40}-----', secret: keyBody },
];

let made: readonly TokenForm[] | undefined;

/** Made when a text may hold one. */
export function tokenForms(): readonly TokenForm[] {
  made ??= [...anyCase.map((written) => form(written, 'gi')), ...exactCase.map((written) => form(written, 'g'))];
  return made;
}

/** All prefixes at once: most texts have none of them and are asked only this. */
export const mayHoldToken = new RegExp([...anyCase, ...exactCase].map(({ prefix }) => prefix).join('|'), 'i');

/** Not a word of a sentence: a digit, mixed case, a symbol inside, or a length that no word has. */
export function looksRandom(value: string): boolean {
  return /\d|[a-z][A-Z]|\w[.~+/=_-]\w|=$/.test(value) || value.length >= 20;
}

function form({ prefix, secret, unless }: Written, flags: string): TokenForm {
  const pattern = new RegExp(`(${prefix})${secret}`, flags);
  return unless ? { pattern, unless } : { pattern };
}
