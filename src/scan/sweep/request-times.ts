// How long requests took to answer, in logs that write one line per request: read as a trace reads them, where the bytes say POST.
import type { FieldMap } from '../../model/field-map.ts';
import { parseInstant } from '../../model/instant.ts';
import { Spread } from '../../model/spread.ts';
import { readAppLine } from '../app-line/app-line.ts';
import { mappedKind } from '../app-line/field-map.ts';
import { unfold } from '../line-forms/unfold.ts';

/** Deliveries are POSTs; no logger of requests writes the method in small letters. What the configuration calls one needs no method. */
function needlesOf({ kind }: FieldMap): Buffer[] {
  const texts = Object.entries(kind?.when ?? {}).flatMap(([text, means]) => (means === 'delivery' ? [text] : []));
  return ['POST', ...texts].map((text) => Buffer.from(text));
}

/** What Slack calls itself when it delivers; its link previews have another name. */
const sendersName = 'Slackbot 1.0';
/** So many routes are told apart; the rest is counted as one. */
const mostRoutes = 100;
const shownRoutes = 5;
/** After so many lines every second one is read, then every fourth: reading one costs fifty times what passing it costs. */
const readBeforeThinning = 4_000;

interface Route {
  readonly times: Spread;
  /** Something on its lines, or its own name, says that a sender of events uses it. */
  isSenders: boolean;
}

/** Of one log. */
export class RequestTimes {
  readonly routes = new Map<string, Route>();
  readonly #map: FieldMap;
  readonly #span: { readonly since: number | undefined; readonly until: number | undefined };
  #bytes: Buffer | undefined;
  readonly #needles: readonly Buffer[];
  readonly #next: number[];
  readonly #draw = new Draw();

  constructor(map: FieldMap, span: { readonly since: number | undefined; readonly until: number | undefined }) {
    this.#map = map;
    this.#span = span;
    this.#needles = needlesOf(map);
    this.#next = this.#needles.map(() => -1);
  }

  /** One line, in the order of the lines; another buffer, or a new block in the same one, starts anew. */
  take(bytes: Buffer, from: number, to: number, isNew: boolean): void {
    if (!this.#mayBe(bytes, from, to, isNew) || !this.#draw.isDrawn()) return;
    const text = bytes.toString('utf8', from, to);
    const { record } = unfold(text);
    if (record === undefined || typeof record.dedupe === 'string') return;
    const line = readAppLine(record, this.#map).find(({ kind, isWeak }) => kind === 'delivery' && !isWeak)?.fields;
    if (line === undefined) return;
    const isNamed = mappedKind(record, this.#map) === 'delivery';
    if (!isNamed && (String(line.method).toUpperCase() !== 'POST' || typeof line.route !== 'string')) return;
    const route = this.#routeOf(String(line.route ?? ''));
    const isMarked = line.event_id !== undefined || line.sent_at !== undefined || line.retry_num !== undefined;
    if (isNamed || isMarked || text.includes(sendersName)) route.isSenders = true;
    const [begun, answered] = [parseInstant(line.at), parseInstant(line.answered_at)];
    if (begun === undefined || answered === undefined || typeof line.duration !== 'number') return;
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = this.#span;
    if (answered >= since && begun <= until) route.times.add(answered - begun, this.#draw.weight);
  }

  #mayBe(bytes: Buffer, from: number, to: number, isNew: boolean): boolean {
    if (isNew || bytes !== this.#bytes) this.#next.fill(-1);
    this.#bytes = bytes;
    let isIn = false;
    for (const [i, needle] of this.#needles.entries()) {
      if ((this.#next[i] as number) < from) {
        const at = bytes.indexOf(needle, from);
        this.#next[i] = at < 0 ? Number.POSITIVE_INFINITY : at;
      }
      isIn ||= (this.#next[i] as number) < to;
    }
    return isIn;
  }

  #routeOf(path: string): Route {
    const name = withoutIds(path);
    const known = this.routes.get(name) ?? (this.routes.size >= mostRoutes ? this.routes.get('others') : undefined);
    if (known) return known;
    const route = { times: new Spread(), isSenders: /(?:^|\/)slack(?:\/|$)/i.test(path) };
    this.routes.set(this.routes.size >= mostRoutes ? 'others' : name, route);
    return route;
  }
}

/**
 * What senders waited, under the empty name; where nothing says which route is theirs and there are several, each by its
 * own name, the busiest first.
 */
export function answersIn(logs: readonly RequestTimes[]): Map<string, Spread> {
  const routes = new Map<string, Route>();
  for (const [name, { times, isSenders }] of logs.flatMap((log) => [...log.routes])) {
    const route = routes.get(name) ?? { times: new Spread(), isSenders: false };
    routes.set(name, route);
    route.times.with(times);
    route.isSenders ||= isSenders;
  }
  const timed = [...routes].filter(([, { times }]) => times.count > 0);
  const senders = timed.filter(([, { isSenders }]) => isSenders);
  if (senders.length > 0 || timed.length <= 1) {
    const all = new Spread();
    for (const [, { times }] of senders.length > 0 ? senders : timed) all.with(times);
    return new Map(all.count > 0 ? [['', all]] : []);
  }
  const busiest = timed.toSorted(([, a], [, b]) => b.times.count - a.times.count).slice(0, shownRoutes);
  return new Map(busiest.map(([name, { times }]) => [`POST ${name}`, times]));
}

/** Which lines stand for how many. By lot, since beginnings and ends of requests alternate; the same lot each time. */
class Draw {
  weight = 1;
  #drawn = 0;
  #state = 1;

  isDrawn(): boolean {
    if (this.#drawn >= readBeforeThinning) {
      this.weight *= 2;
      this.#drawn = 0;
    }
    // The constants of Numerical Recipes; the upper bits are the random ones.
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    if (this.#state / 2 ** 32 >= 1 / this.weight) return false;
    this.#drawn++;
    return true;
  }
}

/** `/orders/123/notify` is one route for all orders; and a long part with digits may be a secret. */
function withoutIds(path: string): string {
  const parts = path.split('/').map((part) => (/^\d+$|^(?=.*\d).{9,}$|^.{33,}$/.test(part) ? '*' : part));
  return parts.join('/').slice(0, 80);
}
