// What a plan returned, in the form that can be written down. It is JavaScript that somebody wrote: nothing holds it to its type.
import { type Effect, PermanentError } from './plan.ts';

/** What is wrong with what a plan returned: in words of this program, so that they can be shown. */
export class PlanFault extends PermanentError {
  constructor(sentence: string, code = 'plan_invalid') {
    super(code, sentence);
    this.name = 'PlanFault';
  }
}

/** An effect whose request is bytes. */
export type ToldEffect =
  | Exclude<Effect, { request: unknown }>
  | (Extract<Effect, { request: unknown }> & { request: Uint8Array });

/** Throws PlanFault, which names the field and what it has to be. */
export function toldEffects(returned: unknown): ToldEffect[] {
  if (!Array.isArray(returned)) throw new PlanFault(`it is ${kindOf(returned)}: a list of effects is expected`);
  return returned.map((effect, i) => toldEffect(effect, `effect ${i + 1}`));
}

function toldEffect(effect: unknown, place: string): ToldEffect {
  if (typeof effect !== 'object' || effect === null || Array.isArray(effect))
    throw new PlanFault(`${place} is ${kindOf(effect)}: { target, action, request } is expected`);
  const { target, action, title, request, delayMs } = effect as Readonly<Record<string, unknown>>;
  const expect = (isFine: boolean, name: string, value: unknown, form: string) => {
    if (!isFine) throw new PlanFault(`${place} has ${kindOf(value)} as its ${name}: ${form} is expected`);
  };
  expect(typeof target === 'string' && target !== '', 'target', target, 'the name of a target');
  expect(action === undefined || typeof action === 'string', 'action', action, 'a text');
  expect(title === undefined || typeof title === 'string', 'title', title, 'a text');
  expect(
    delayMs === undefined || (typeof delayMs === 'number' && Number.isFinite(delayMs) && delayMs >= 0),
    'delayMs',
    delayMs,
    'a number of milliseconds, 0 or more,',
  );
  if (!('request' in effect)) return effect as ToldEffect;
  const isText = typeof request === 'string';
  expect(isText || request instanceof Uint8Array, 'request', request, 'bytes or a text, such as JSON.stringify(…),');
  return { ...effect, request: isText ? new TextEncoder().encode(request) : request } as ToldEffect;
}

/** Its sort and nothing of what it says. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return typeof value === 'number' ? (Number.isFinite(value) ? 'a number' : 'no number') : `a ${typeof value}`;
}
