// Secrets that give themselves away by their form: known prefixes, header schemes, signatures, key blocks.
// Only what would hit ordinary words asks for an edge on its left: an edge can appear when its neighbour is masked.
// Every pattern is linear: behind its prefix it either takes all it sees or gives up after a bounded number of characters.

/** Group 1 stays readable; what is matched behind it is masked. */
export interface TokenForm {
  readonly name: string;
  readonly pattern: RegExp;
  /** Asked with the masked part where the form alone would also hit ordinary words. */
  readonly unless?: (value: string) => boolean;
}

const word = /^(?:tokens?|auth\w*|schemes?|headers?|credentials?|realm|errors?|missing|required|invalid|expired)$/i;

export const tokenForms: readonly TokenForm[] = [
  { name: 'slack', pattern: /((?:xox[a-z](?:\.xox[a-z])?|xapp|xwfp)-)[\w%+/=.~-]+/gi },
  { name: 'signature', pattern: /(v\d=)[0-9a-f]{32,}/gi },
  {
    name: 'bearer',
    pattern: /(bearer[ \t]{1,4})[\w.~+/=-]{6,}/gi,
    unless: (value) => word.test(value),
  },
  {
    name: 'basic',
    pattern: /(basic[ \t]{1,4})[A-Za-z0-9+/]{6,}={0,2}/gi,
    unless: (value) => !looksRandom(value),
  },
  { name: 'jwt', pattern: /(eyJ)[\w-]{10,}(?:\.[\w-]*){0,4}/g },
  { name: 'github', pattern: /(gh[opsur]_|github_pat_)\w{16,}/g },
  { name: 'gitlab', pattern: /(gl(?:pat|oas|dt|rt|ptt|ft|soat|cbt|agent|imt)-)[\w.-]{16,}/g },
  { name: 'aws', pattern: /(AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  { name: 'stripe', pattern: /([rsp]k_(?:live|test)_|whsec_)[\w+/=]{8,}/g },
  { name: 'google', pattern: /(AIza|ya29\.|GOCSPX-)[\w-]{16,}/g },
  { name: 'atlassian', pattern: /(AT(?:ATT|CTT|BB)3?x?)[\w=-]{20,}/g },
  { name: 'linear', pattern: /(lin_(?:api|oauth)_)\w{16,}/g },
  { name: 'npm', pattern: /(npm_)[A-Za-z0-9]{30,}/g },
  { name: 'model', pattern: /(?<![\w-])(sk-)[\w-]{20,}/g },
  {
    // No key is longer than the bound; behind an unclosed head whatever looks like a key's body is taken.
    name: 'key block',
    pattern:
      /(-----BEGIN [A-Z0-9 ]{1,40}-----)(?:(?!-----END)(?:[A-Za-z0-9+/=:,\s-]|\\[nrt])){1,16384}(?:-----END [A-Z0-9 ]{1,40}-----)?/g,
  },
];

/** Not a word of a sentence: a digit, mixed case, a symbol inside, or a length that no word has. */
export function looksRandom(value: string): boolean {
  return /\d|[a-z][A-Z]|\w[.~+/=_-]\w|=$/.test(value) || value.length >= 20;
}
