// Which database a URL means, and which parts of it must never be printed.
import { DedupeError } from '../errors.ts';

export type Address =
  | { readonly engine: 'embedded'; readonly folder: string }
  | {
      readonly engine: 'server';
      readonly url: string;
      /** The user's own `options` parameter, which this program adds to. */
      readonly options: string;
      /** Every form in which the password can turn up in a message. */
      readonly secrets: readonly string[];
    };

/** Throws DEDUPE_INPUT_INVALID for anything else than the two forms; the text itself is not repeated, it may hold a password. */
export function parseAddress(text: string): Address {
  if (text.startsWith('pglite:')) return { engine: 'embedded', folder: folderOf(text.slice('pglite:'.length)) };
  if (!/^postgres(ql)?:\/\//.test(text)) throw invalid('it starts with neither postgres:// nor pglite:');
  const url = parseUrl(text);
  if (url.pathname.includes('@'))
    throw invalid('there is an "@" behind the host; a password with "@", "/" or "#" in it must be percent-encoded');
  const options = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return { engine: 'server', url: url.href, options, secrets: secretsOf(url) };
}

function folderOf(path: string): string {
  if (path !== '') return path;
  throw invalid('pglite: needs a folder behind it');
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw invalid('it cannot be read as a URL; a password with special characters must be percent-encoded');
  }
}

function secretsOf(url: URL): string[] {
  const raw = [url.password, url.searchParams.get('password') ?? ''];
  const forms = raw.flatMap((text) => [text, decoded(text), encodeURIComponent(text)]);
  return [...new Set(forms.filter((text) => text !== ''))].sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function invalid(reason: string): DedupeError {
  return new DedupeError('DEDUPE_INPUT_INVALID', `the database URL is not usable: ${reason}`, {
    hint: 'Write postgres://USER@HOST:5432/NAME (password in PGPASSWORD or in the URL) or pglite:FOLDER.',
  });
}
