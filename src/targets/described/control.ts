// Does this account see all there is? What the reads of the control have to show, and what to grant where they do not.
import { shownPath } from '../../model/clean/shown-address.ts';
import type { HttpClient } from '../http/client.ts';
import { type Question, Unbelievable } from '../http/question.ts';
import { jsonOf, read } from '../http/read.ts';
import type { ControlRead } from './description.ts';
import { valueAt } from './place.ts';

/** Undefined: it shows what it has to. Else why not, with what to grant. */
export async function hiddenBy(
  { path, shows = [], grant }: ControlRead,
  question: Question,
  client: HttpClient,
  signal: AbortSignal,
): Promise<string | undefined> {
  const advice = grant === undefined ? '' : `: ${grant}`;
  const answer = await read(client, question, signal).catch((error: unknown) => {
    throw error instanceof Unbelievable ? new Unbelievable(`${error.message}${advice}`, error.status) : error;
  });
  const shown = jsonOf(answer);
  // A page to sign in at comes with 200 as well.
  if (typeof shown !== 'object' || shown === null)
    return `${shownPath(path)} answered something that is not JSON${advice}`;
  for (const one of [shows].flat()) {
    const ways = [one].flat();
    const isShown = ({ at, values, absent }: (typeof ways)[number]) => {
      const there = valueAt(shown, at);
      return there === undefined ? absent === true : values.some((value) => value === there);
    };
    if (ways.some(isShown)) continue;
    const wanted = ways.map(({ at, values }) => `${at} as ${values.map(String).join(' or ')}`).join(', nor ');
    return `${shownPath(path)} does not show ${wanted}${advice}`;
  }
  return undefined;
}
