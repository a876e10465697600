// What Slack asks without reporting anything, and what it is told.
import type { Provider } from '../../model/provider.ts';
import type { Admission } from './admit.ts';

type Question = Extract<Admission, { is: 'question' }>;

const plain = 'text/plain; charset=utf-8';

/** A certificate check is the only one that comes without a signature; of its body nothing but that is kept. */
export function slackQuestion(provider: Provider, payload: unknown, when: 'unsigned' | 'signed'): Question | undefined {
  if (provider.title !== 'Slack' || typeof payload !== 'object' || payload === null) return undefined;
  const said = payload as Readonly<Record<string, unknown>>;
  if (when === 'unsigned')
    return said.ssl_check === undefined
      ? undefined
      : { is: 'question', counted: 'ssl_check', body: '', contentType: plain };
  switch (said.type) {
    case 'url_verification':
      return { is: 'question', counted: said.type, body: challengeOf(said.challenge), contentType: plain };
    // Events of one minute were dropped by Slack: the opposite of a duplicate, and never an event.
    case 'app_rate_limited':
      return { is: 'question', counted: said.type, body: '', contentType: plain };
    case 'block_suggestion':
    case 'dialog_suggestion':
      return { is: 'question', counted: said.type, body: '{"options":[]}', contentType: 'application/json' };
    default:
      return undefined;
  }
}

function challengeOf(challenge: unknown): string {
  return typeof challenge === 'string' && /^[\x21-\x7e]{1,500}$/.test(challenge) ? challenge : '';
}
