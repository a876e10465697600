// May an empty answer of a described system be believed? The container answers and hides nothing, the filter keeps out what it
// should, and what is there is found.
import { shownPath } from '../../model/clean/shown-address.ts';
import type { Instant } from '../../model/instant.ts';
import type { HttpClient } from '../http/client.ts';
import { type Control, type Lists, oneReading } from '../http/look.ts';
import { type Question, Unbelievable } from '../http/question.ts';
import { read } from '../http/read.ts';
import { hiddenBy } from './control.ts';
import type { Also, Description } from './description.ts';
import { foundAgain, type Sampled, samplesOf } from './sample.ts';

/** No key has it: what comes back for it shows that the filter is not honoured. */
export const nobody = 'dedupe-control-no-such-key';

export interface Controlled {
  readonly of: Description;
  readonly client: HttpClient;
  readonly isReviewed: boolean;
  container(path: string): Question;
  sample(): Question | undefined;
  /** The look by a key, in the first list or in one beside it. */
  keyed(key: string, listed?: Description['find'] | Also): Lists;
  /** The list of what was made at a moment; undefined: there is none. */
  around(at: Instant): Lists | undefined;
}

const lacking = {
  key: 'no object of the sample has a key yet',
  time: 'no object of the sample says when it was made',
};
const unshown = {
  key: 'nothing shows that this look finds an object: name under control the known_key of one that stays, or a sample of any',
  time: 'nothing shows that the list by time finds an object: name under control a sample of any',
};

export function controlsOf({ of, client, isReviewed, container, sample, keyed, around }: Controlled) {
  const { known_key: known, also = [] } = of.control;
  const isFiltered = of.find.filtered ?? true;

  /** Undefined: the container answers, and hides nothing. */
  async function hidden(signal: AbortSignal): Promise<string | undefined> {
    for (const one of [of.control, ...also]) {
      const hidden = await hiddenBy(one, container(one.path), client, signal);
      if (hidden !== undefined) return hidden;
    }
    return undefined;
  }

  async function refuseUnfiltered(listed: Description['find'] | Also, what: string, signal: AbortSignal) {
    const { first, list, filtered, options = {} } = keyed(nobody, listed);
    const { rows } = list(await read(client, first, signal, options), first);
    if (filtered && rows.length > 0)
      throw new Unbelievable(`the filter is ignored: ${what} come back for a key that nobody has`);
  }

  async function knownFound(key: string, signal: AbortSignal): Promise<Control> {
    const { rows } = await oneReading(client, keyed(key), signal);
    return rows.some((row) => row.carries(key))
      ? { believed: true, control: `the known key ${key} is found` }
      : { believed: false, reason: `the known key ${key} is not found` };
  }

  async function sampleFound(by: 'key' | 'time', shown: string, signal: AbortSignal): Promise<Control> {
    const question = sample();
    if (question === undefined)
      return isReviewed ? { believed: true, control: shown } : { believed: false, reason: unshown[by] };
    const way = ({ key, createdAt }: Sampled) => {
      if (by === 'key') return key === undefined ? undefined : keyed(key);
      return createdAt === undefined ? undefined : around(createdAt);
    };
    const again = await foundAgain(await samplesOf(of, question, client, signal), way, client, signal);
    if (again?.believed) return { believed: true, control: `${shown}, ${again.control}` };
    if (again !== undefined) return again;
    if (isReviewed) return { believed: true, control: `${shown}, ${lacking[by]}, so no hit shows it` };
    return { believed: false, reason: `${lacking[by]}, so nothing shows that one is found: make one by hand` };
  }

  async function byKey(signal: AbortSignal): Promise<Control> {
    const reason = await hidden(signal);
    if (reason !== undefined) return { believed: false, reason };
    if (known !== undefined) return knownFound(known, signal);
    const answers = `${shownPath(of.control.path)} answers`;
    if (!isFiltered && of.control.sample === undefined) return { believed: true, control: answers };
    if (isFiltered) await refuseUnfiltered(of.find, 'records', signal);
    return sampleFound('key', isFiltered ? `${answers}, and the filter is honoured` : answers, signal);
  }

  async function byTime(signal: AbortSignal): Promise<Control> {
    const reason = await hidden(signal);
    if (reason !== undefined) return { believed: false, reason };
    return sampleFound('time', `${shownPath(of.control.path)} answers`, signal);
  }

  /** Whoever may read the first list, and not the bin, could not tell that an object was deleted. */
  async function withBins(signal: AbortSignal): Promise<Control> {
    const given = await byKey(signal);
    if (!given.believed) return given;
    for (const one of of.find.also ?? []) await refuseUnfiltered(one, 'deleted records', signal);
    return given;
  }

  return { byKey, byTime, withBins };
}
