// Does the look find an object that is there? A filter that a system passes over in silence, or takes in another sense, gives
// the same empty list as one that works.
import type { Instant } from '../../model/instant.ts';
import type { HttpClient } from '../http/client.ts';
import { type Control, type Lists, oneReading } from '../http/look.ts';
import { asText, type Question, Unbelievable } from '../http/question.ts';
import { jsonOf, read } from '../http/read.ts';
import { isFindable } from './create.ts';
import type { Description } from './description.ts';
import { momentOf } from './listing.ts';
import { textAt, valueAt } from './place.ts';

export interface Sampled {
  readonly id: string;
  /** Undefined: it has none, or one that cannot be asked for. */
  readonly key: string | undefined;
  readonly createdAt: Instant | undefined;
}

export async function samplesOf(
  of: Description,
  question: Question,
  client: HttpClient,
  signal: AbortSignal,
): Promise<Sampled[]> {
  const { find, control } = of;
  const place = control.sample?.list ?? '';
  const list = valueAt(jsonOf(await read(client, question, signal)), place);
  if (!Array.isArray(list)) throw new Unbelievable(`${asText(question)} answered no list at ${place || 'its top'}`);
  return list.flatMap((one) => {
    const id = textAt(one, control.sample?.id ?? find.id);
    if (id === undefined) return [];
    const values = [valueAt(one, control.sample?.key ?? find.key)].flat();
    const key = values.flatMap((value) => textAt(value, '') ?? []).find((text) => isFindable(of, text));
    const created = control.sample?.created ?? find.created;
    return [{ id, key, createdAt: created === undefined ? undefined : momentOf(valueAt(one, created)) }];
  });
}

/** One may be deleted just then. */
const most = 3;

/** `way` is the look as it is done for a key, or for the moment at which an object was made; undefined: it has no such thing. */
export async function foundAgain(
  samples: readonly Sampled[],
  way: (sample: Sampled) => Lists | undefined,
  client: HttpClient,
  signal: AbortSignal,
): Promise<Control | undefined> {
  const tried: string[] = [];
  for (const one of samples) {
    const lists = way(one);
    if (lists === undefined) continue;
    const { rows } = await oneReading(client, lists, signal);
    if (rows.some((row) => row.id === one.id))
      return { believed: true, control: `record ${one.id} is found in the same way` };
    tried.push(one.id);
    if (tried.length === most) break;
  }
  if (tried.length === 0) return undefined;
  return { believed: false, reason: `what is there is not found in this way: record ${tried.join(', ')}` };
}
