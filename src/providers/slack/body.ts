// What did the bytes of a request say? Events come as JSON; commands and interactivity as forms.
import type { SignedRequest } from '../../model/provider.ts';
import { headerOf } from '../header.ts';
import { decode, parseJson } from '../json-body.ts';

/** Undefined: not UTF-8, not JSON, or a form whose `payload` is not JSON. */
export function parseBody(request: SignedRequest): unknown {
  const text = decode(request.body);
  if (text === undefined) return undefined;
  return isForm(request, text) ? parseForm(text) : parseJson(text);
}

/** The content type decides, whatever parameters follow it; without one, JSON is known by its first character. */
function isForm(request: SignedRequest, text: string): boolean {
  const type = headerOf(request.headers, 'content-type');
  if (type === undefined) return !/^\s*[{[]/.test(text);
  return /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
}

function parseForm(text: string): unknown {
  const form = new URLSearchParams(text);
  // A certificate check carries no signature duty in Slack's own frameworks: nothing else may ride in with it.
  if (form.has('ssl_check')) return { ssl_check: form.get('ssl_check') };
  const payload = form.get('payload');
  return payload === null ? Object.fromEntries(form) : parseJson(payload);
}
