// Does a text hold what may let somebody in? By the forms and the names that are masked; an address or a phone is none.
import { findPairs } from './pairs.ts';
import { eachMatch } from './spans.ts';
import { mayHoldToken, tokenForms } from './tokens.ts';
import { hasSecretAddress } from './urls.ts';

export function holdsSecret(text: string): boolean {
  return hasToken(text) || hasSecretAddress(text) || findPairs(text).length > 0;
}

function hasToken(text: string): boolean {
  if (!mayHoldToken.test(text)) return false;
  return tokenForms().some(({ pattern, unless }) => {
    let isOne = false;
    eachMatch(pattern, text, (match) => {
      isOne ||= !unless?.(match[0].slice((match[1] ?? '').length));
    });
    return isOne;
  });
}
