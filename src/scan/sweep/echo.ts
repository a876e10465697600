// Lines that can only echo what fact lines of the same log tell: most of an ordinary log, passed over by the search for a few short texts.
import type { FieldMap } from '../../model/field-map.ts';
import { field } from './field-names.ts';
import type { LineValues } from './line-values.ts';

/**
 * Parts of `dedupe` and of `attempt` that begin with a rare letter: Node finds them as fast as memory is read. Then what the
 * lines of workers have, whose starts are attempts: Celery's behind the id of a task, and Sidekiq's name of it; and
 * the counter of receives that messages of SQS have.
 */
const needles = [Buffer.from('upe'), Buffer.from('mpt'), Buffer.from('] '), Buffer.from('jid'), Buffer.from('xima')];

const otherTies = [
  ...[field.event_id, field.delivery_id, field.run_id, field.job_id, field.call_id],
  ...[field.source_event_key, field.subject],
];

export class Echo {
  #isPlain: boolean;
  #areRequestsTold = false;
  #bytes: Buffer | undefined;
  readonly #next = needles.map(() => -1);

  /** With a map any line can be a record. */
  constructor({ paths, kind }: FieldMap) {
    this.#isPlain = Object.keys(paths).length === 0 && kind === undefined;
  }

  /** `values`: of a line written for this program. What hangs on its request alone may be tied by an echo only. */
  heed(kind: string | undefined, values: LineValues): void {
    if (!values.has(field.request_id)) return;
    if (kind === 'delivery') this.#areRequestsTold = true;
    else if (!this.#areRequestsTold && otherTies.every((name) => !values.has(name))) this.#isPlain = false;
  }

  /** True: the line holds none of them. Asked in the order of the lines; another buffer, or an earlier place, starts anew. */
  isOne(bytes: Buffer, from: number, to: number, isNew: boolean): boolean {
    if (!this.#isPlain) return false;
    if (isNew || bytes !== this.#bytes) this.#next.fill(-1);
    this.#bytes = bytes;
    for (let i = 0; i < needles.length; i++) {
      let at = this.#next[i] as number;
      if (at < from) {
        at = bytes.indexOf(needles[i] as Buffer, from);
        if (at < 0) at = Number.POSITIVE_INFINITY;
        this.#next[i] = at;
      }
      if (at < to) return false;
    }
    return true;
  }
}
