// What every target adapter has to survive: one check for each way in which systems lie. A check throws what it found.
import { expect } from 'vitest';
import type { Created, Target } from '../../src/model/target.ts';
import { key, look, lookBetween, never, operation } from './asking.ts';
import { keyChecks } from './key-checks.ts';
import { pageChecks } from './page-checks.ts';

export { look, operation };

export interface Put {
  readonly title?: string;
  readonly closed?: boolean;
  readonly deleted?: boolean;
}

/** One system under test, with its faults under control. */
export interface Stage {
  readonly target: Target;
  /** The request that creates an object with this key, as a plan would freeze it. */
  request(key: string): Uint8Array;
  /** The same, for an object that would land where the target is not searched; undefined: the address alone says where. */
  readonly elsewhere?: ((key: string) => Uint8Array) | undefined;
  /** Whether deleted objects are shown with their key, without it, or not at all. */
  readonly bin: 'shown' | 'nameless' | 'unseen';
  /** How many objects with this key there are, seen from inside. */
  count(key: string): number | Promise<number>;
  put(key: string, more?: Put): void | Promise<void>;
  /** Fills the system with objects of other keys. */
  fill(count: number): void | Promise<void>;
  fault(fault: Fault): void | Promise<void>;
  /** What was late is committed, what was hidden from the index is indexed. */
  settle(): void | Promise<void>;
  /** A target of the same kind where nobody listens. */
  readonly nobody: Target;
}

export type Fault =
  | 'lost-reply'
  | 'gateway-timeout'
  | 'dropped'
  | 'late-commit'
  | 'index-lag'
  | 'no-access'
  | 'ignored-filter'
  | 'blind-filter'
  | 'limited-once'
  | 'limited'
  | 'write-limited'
  | 'malformed'
  | 'write-malformed'
  | 'huge'
  | 'write-huge'
  | 'elsewhere'
  | 'broken'
  | 'further-page'
  | 'part'
  | 'shrinking';

export type CheckName = keyof typeof checks;

const other = 'slack:T1:C9:1732900000.000200';

const create = ({ target, request }: Stage, wanted = key, signal = never): Promise<Created> =>
  target.create(operation(wanted), request(wanted), signal);

async function notBelieved(stage: Stage): Promise<void> {
  const found = await look(stage.target).catch((error: unknown) => ({ answer: 'unreachable' as const, error }));
  expect(['cannot-see', 'unreachable']).toContain(found.answer);
  if (found.answer === 'unreachable') expect(found.error).toMatchObject({ code: 'DEDUPE_TARGET_UNREACHABLE' });
  if (found.answer === 'cannot-see') expect(found.reason).not.toBe('');
}

export const checks = {
  'a create is done, found by its key, and found once': async (stage: Stage) => {
    const created = await create(stage);
    expect(created).toMatchObject({ outcome: 'done', existed: false });
    expect(created).not.toHaveProperty('keyless');
    const found = await look(stage.target);
    expect(found).toMatchObject({ answer: 'found', records: [{ key, id: created.outcome === 'done' && created.id }] });
    expect(found.answer === 'found' && found.records).toHaveLength(1);
  },
  'a lost reply after success is unknown, and the object is found': async (stage: Stage) => {
    await stage.fault('lost-reply');
    expect(await create(stage)).toMatchObject({ outcome: 'unknown' });
    expect(await stage.count(key)).toBe(1);
    expect(await look(stage.target)).toMatchObject({ answer: 'found' });
  },
  'a 504 after success is unknown, and the object is found': async (stage: Stage) => {
    await stage.fault('gateway-timeout');
    expect(await create(stage)).toMatchObject({ outcome: 'unknown' });
    expect(await look(stage.target)).toMatchObject({ answer: 'found' });
  },
  'a request that was dropped before execution is unknown, and nothing is found': async (stage: Stage) => {
    await stage.put(other);
    await stage.fault('dropped');
    expect(await create(stage)).toMatchObject({ outcome: 'unknown' });
    expect(await look(stage.target)).toMatchObject({ answer: 'none' });
  },
  'a late commit is unknown, is not there at first, and is found later': async (stage: Stage) => {
    await stage.put(other);
    await stage.fault('late-commit');
    expect(await create(stage, key, AbortSignal.timeout(400))).toMatchObject({ outcome: 'unknown' });
    expect(await look(stage.target)).not.toMatchObject({ answer: 'found' });
    // Until its end nothing follows from "none": an adapter that declares no time would release it at once.
    expect(stage.target.abilities.createMaximumMs).toBeGreaterThanOrEqual(10_000);
    await stage.settle();
    expect(await look(stage.target)).toMatchObject({ answer: 'found' });
  },
  'what the index does not know yet is never proven absent': async (stage: Stage) => {
    await stage.put(other);
    await stage.fault('index-lag');
    const created = await create(stage);
    const found = await look(stage.target);
    if (found.answer === 'none') expect(found.store).toBe('index');
    if (found.answer === 'found' && created.outcome === 'done')
      expect(found.records.map(({ id }) => id)).toEqual([created.id]);
    await stage.settle();
    expect(await look(stage.target)).toMatchObject({ answer: 'found' });
  },
  'an empty list without access is not believed': async (stage: Stage) => {
    await stage.put(key);
    await stage.fault('no-access');
    expect(await look(stage.target)).toMatchObject({ answer: 'cannot-see' });
    expect(await stage.target.probe(never)).toMatchObject({ visible: false });
  },
  'an ignored filter is seen, and nothing follows from it': async (stage: Stage) => {
    await stage.put(other);
    await stage.fault('ignored-filter');
    expect(await look(stage.target)).toMatchObject({ answer: 'cannot-see' });
  },
  'a filter that finds nothing, whatever is there, is seen': async (stage: Stage) => {
    await stage.put(other);
    await stage.put(key);
    await stage.fault('blind-filter');
    expect(await look(stage.target)).toMatchObject({ answer: 'cannot-see' });
    expect(await stage.target.probe(never)).toMatchObject({ visible: false });
  },
  'where the target keeps one object for each key, a second create finds the first': async (stage: Stage) => {
    if (stage.target.abilities.uniqueField === undefined) return;
    const first = await create(stage);
    expect(first).toMatchObject({ outcome: 'done' });
    expect(await create(stage)).toMatchObject({ outcome: 'done', id: first.outcome === 'done' && first.id });
    expect(await stage.count(key)).toBe(1);
  },
  ...pageChecks(look, notBelieved),
  'a closed object counts': async (stage: Stage) => {
    await stage.put(key, { closed: true });
    expect(await look(stage.target)).toMatchObject({ answer: 'found' });
  },
  'a deleted object is found, or makes nothing provable, or is told to be left out': async (stage: Stage) => {
    await stage.put(other);
    await stage.put(key, { deleted: true });
    const found = await (stage.bin === 'nameless' ? lookBetween : look)(stage.target);
    expect(found.answer).toBe(({ shown: 'found', nameless: 'cannot-see', unseen: 'none' } as const)[stage.bin]);
    if (found.answer === 'found') expect(found.records.map(({ state }) => state)).toEqual(['deleted']);
    if (found.answer === 'none') expect(stage.target.abilities.leavesOut).toMatch(/deleted/);
    if (stage.target.abilities.uniqueField !== undefined) return;
    await stage.put(key);
    expect(await look(stage.target)).toMatchObject({ answer: 'found', records: [{ state: 'open' }] });
  },
  'a limit that is over in a moment is waited for': async (stage: Stage) => {
    await stage.put(key);
    await stage.fault('limited-once');
    expect(await look(stage.target)).toMatchObject({ answer: 'found' });
  },
  'a limit without end is told as unreachable': async (stage: Stage) => {
    await stage.put(key);
    await stage.fault('limited');
    await expect(look(stage.target)).rejects.toMatchObject({ code: 'DEDUPE_TARGET_UNREACHABLE' });
  },
  'a create over the limit is refused for a while': async (stage: Stage) => {
    await stage.fault('write-limited');
    expect(await create(stage)).toEqual({
      outcome: 'refused',
      reason: 'http_429',
      temporary: true,
      retryAfterMs: 7_000,
    });
    expect(await stage.count(key)).toBe(0);
  },
  'an answer that is no JSON is not believed': async (stage: Stage) => {
    await stage.put(key);
    await stage.fault('malformed');
    await notBelieved(stage);
  },
  'a create with an unreadable answer is unknown': async (stage: Stage) => {
    await stage.fault('write-malformed');
    expect(await create(stage)).toMatchObject({ outcome: 'unknown' });
  },
  'a huge answer is cut off and not believed': async (stage: Stage) => {
    await stage.put(key);
    await stage.fault('huge');
    await notBelieved(stage);
  },
  'a create with a huge answer is unknown': async (stage: Stage) => {
    await stage.fault('write-huge');
    expect(await create(stage)).toMatchObject({ outcome: 'unknown' });
  },
  'a redirect to another host is not followed': async (stage: Stage) => {
    await stage.put(key);
    await stage.fault('elsewhere');
    await notBelieved(stage);
  },
  'a broken gateway is unreachable, not empty': async (stage: Stage) => {
    await stage.put(key);
    await stage.fault('broken');
    await expect(look(stage.target)).rejects.toMatchObject({ code: 'DEDUPE_TARGET_UNREACHABLE' });
  },
  'a key that stands only in a text of somebody is no hit': async (stage: Stage) => {
    await stage.put(other, { title: `about ${key} \u001b[31m\u202e<script>` });
    expect(await look(stage.target)).not.toMatchObject({ answer: 'found' });
  },
  'a key that begins alike is no hit': async (stage: Stage) => {
    await stage.put(`${key}#mail`);
    expect(await look(stage.target)).not.toMatchObject({ answer: 'found' });
  },
  'nobody there: a look is unreachable, a create is refused because no byte has left': async (stage: Stage) => {
    await expect(look(stage.nobody)).rejects.toMatchObject({ code: 'DEDUPE_TARGET_UNREACHABLE' });
    expect(await stage.nobody.create(operation(key), stage.request(key), never)).toMatchObject({
      outcome: 'refused',
      temporary: true,
    });
  },
  'a request without the key is not sent': async (stage: Stage) => {
    const created = await stage.target.create(operation(key), stage.request(other), never);
    expect(created).toEqual({ outcome: 'refused', reason: 'request_without_key', temporary: false });
    expect(await stage.count(other)).toBe(0);
  },
  'a request that leads to where nobody looks is not sent': async (stage: Stage) => {
    if (stage.elsewhere === undefined) return;
    const created = await stage.target.create(operation(key), stage.elsewhere(key), never);
    expect(created).toEqual({ outcome: 'refused', reason: 'request_elsewhere', temporary: false });
    expect(await stage.count(key)).toBe(0);
  },
  ...keyChecks((stage, wanted) => create(stage, wanted), look),
  'no name of a person is read': async (stage: Stage) => {
    await stage.put(key);
    const found = await look(stage.target);
    expect(found.answer).toBe('found');
    expect(JSON.stringify(found)).not.toContain('Ann');
  },
  'a probe shows what may be believed': async (stage: Stage) => {
    await stage.put(other);
    expect(await stage.target.probe(never)).toMatchObject({ visible: true, evidence: expect.stringMatching(/./) });
  },
} satisfies Record<string, (stage: Stage) => Promise<void>>;
