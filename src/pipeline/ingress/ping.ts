// What GitHub sends when a hook is made: it wants to hear that somebody listens, and tells of no event.
import type { Headers, Provider } from '../../model/provider.ts';
import { headerOf } from '../../providers/header.ts';
import type { Admission } from './admit.ts';

export function pingOf(provider: Provider, headers: Headers): Extract<Admission, { is: 'question' }> | undefined {
  if (provider.title !== 'GitHub' || headerOf(headers, 'x-github-event') !== 'ping') return undefined;
  return { is: 'question', counted: 'ping', body: '', contentType: 'text/plain; charset=utf-8' };
}
