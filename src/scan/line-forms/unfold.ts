// One line of any known form as one record: what each layer says, the innermost first.
import { hasNoZone } from '../../model/zone.ts';
import { type LogRecord, parseObject, readRecord } from '../log-record.ts';
import type { Invocation, TaskLine } from './form.ts';
import { lineForms } from './index.ts';
import { parseLiteral } from './literal.ts';
import { messageSigns } from './message-signs.ts';
import { namesIn } from './text-lines.ts';

export interface Unfolded {
  /** Undefined: text that names nothing. */
  readonly record: LogRecord | undefined;
  readonly invocation: Invocation | undefined;
  readonly task: TaskLine | undefined;
  readonly isCoarse: boolean;
  /** What no field says: the text inside of all layers, or what stands before an object on the line. */
  readonly text: string;
  /** The forms of its layers from the outside in, with `json`, `logfmt`, `literal` (as Python or Node prints an object) or `text` at the end. */
  readonly forms: readonly string[];
}

const deepest = 6;

export function unfold(text: string): Unfolded {
  const layers: LogRecord[] = [];
  const forms: string[] = [];
  let rest: string | LogRecord = text;
  for (let depth = 0; depth < deepest; depth++) {
    const found = layerOf(rest);
    if (found === undefined) break;
    const { form, layer } = found;
    forms.push(form.id);
    layers.push(layer.fields);
    const { invocation, task, inside, isCoarse = false } = layer;
    if (invocation || task || inside === undefined)
      return { record: joined(layers), invocation, task, isCoarse, text: '', forms };
    rest = inside;
  }
  const { record, form } = innermost(rest, layers.length > 0);
  if (record !== undefined) layers.push(record);
  return {
    record: layers.length > 0 ? joined(layers) : undefined,
    invocation: undefined,
    task: undefined,
    isCoarse: false,
    text: typeof rest === 'string' ? unsaid(rest, form) : '',
    forms: [...forms, form],
  };
}

function layerOf(rest: string | LogRecord) {
  const object = typeof rest === 'string' ? (rest.startsWith('{') ? parseObject(rest, 0) : undefined) : rest;
  for (const form of lineForms) {
    const layer = object === undefined ? form.readText?.(rest as string) : form.readObject?.(object);
    if (layer) return { form, layer };
  }
  return undefined;
}

function innermost(rest: string | LogRecord, isInside: boolean): { record: LogRecord | undefined; form: string } {
  if (typeof rest !== 'string') return { record: rest, form: 'json' };
  const record = readRecord(rest);
  if (record !== undefined) return { record, form: rest.includes('{') ? 'json' : 'logfmt' };
  const printed = messageSigns.test(rest) ? parseLiteral(rest) : undefined;
  if (printed !== undefined) return { record: printed, form: 'literal' };
  return { record: isInside ? namesIn(rest) : undefined, form: 'text' };
}

function unsaid(rest: string, form: string): string {
  if (form === 'text') return rest;
  return form === 'json' || form === 'literal' ? rest.slice(0, rest.indexOf('{')) : '';
}

const stamps = ['time', 'timestamp', '@timestamp', 'datetime', 'asctime', 'ts'];

/** An inner layer knows better, its time above all: a collector stamps when it read the line. A time without a zone knows less. */
function joined(layers: readonly LogRecord[]): LogRecord {
  return layers.reduce((outer, inner) => {
    const { time, ...others } = outer;
    const { time: own, ...said } = inner;
    const isOwn = time === undefined || (stamps.some((name) => name in inner) && !hasNoZone(own));
    if (isOwn) return { ...others, ...inner };
    return { ...others, time, ...said };
  });
}
