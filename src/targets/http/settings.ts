// Settings that all HTTP targets share, and how credentials come from the environment.
import * as z from 'zod/mini';
import { DedupeError } from '../../errors.ts';
import { parseSpan } from '../../model/span.ts';
import type { TargetWorld } from '../../model/target.ts';

export const word = () => z.string().check(z.minLength(1));
export const variable = () => z.optional(z.string().check(z.regex(/^[A-Za-z_]\w*$/)));
export const span = () => z.optional(z.string().check(z.refine((text) => parseSpan(text) !== undefined)));
export const address = () =>
  z.string().check(
    z.regex(/^https?:\/\/[^\s/@]+(\/[^\s?#]*)?$/, { abort: true }),
    z.refine((text) => URL.canParse(text)),
  );

/** `create_maximum`: so long can a create that was accepted stay invisible, at most. */
export const connection = {
  type: z.optional(z.string()),
  ca_file: z.optional(word()),
  cert_file: z.optional(word()),
  key_file: z.optional(word()),
  create_maximum: span(),
};

export function spanOr(text: string | undefined, otherwiseMs: number): number {
  return text === undefined ? otherwiseMs : (parseSpan(text) ?? otherwiseMs);
}

/** The value of the variable, which is never shown. Throws DEDUPE_TARGET_CREDENTIALS when it is not set. */
export function credential({ env, name }: TargetWorld, variableName: string): string {
  const value = env[variableName]?.trim();
  if (value && /[\0-\x1f\x7f]/.test(value))
    throw new DedupeError(
      'DEDUPE_TARGET_CREDENTIALS',
      `target ${name}: ${variableName} holds a line break or another control character`,
      {
        hint: 'No request can carry it: was more than the credential pasted?',
      },
    );
  if (value) return value;
  throw new DedupeError('DEDUPE_TARGET_CREDENTIALS', `target ${name} needs ${variableName} in the environment`, {
    hint: 'Credentials come from the environment only, so that no file and no command line holds them.',
  });
}

export function basic(user: string, secret: string): string {
  return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}
