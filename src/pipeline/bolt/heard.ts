// Which of two events of one message does the application listen to at all? The other one must not take the message with it.
import type { Filter } from '../contracts/filter.ts';
import type { BoltApp } from './shapes.ts';

export interface Heard {
  /** From here on every listener for events is noted. */
  note(app: BoltApp): void;
  /**
   * The same filter, which leaves alone what nobody listens to while its twin has a listener: an app that only listens to
   * messages would else lose each one whose mention comes first.
   */
  over(filter: Filter): Filter;
}

const twins: Readonly<Record<string, string>> = { app_mention: 'message', message: 'app_mention' };

export function heardTypes(): Heard {
  const names = new Set<string>();
  let isKnown = true;

  /** A pattern can mean anything, and an assistant hears messages that it never names. */
  function hear(type: unknown): void {
    if (typeof type === 'string') names.add(type.startsWith('message.') ? 'message' : type);
    else isKnown = false;
  }

  const isUnheard = (type: string | undefined) => {
    const twin = twins[type ?? ''];
    return isKnown && twin !== undefined && names.has(twin) && !names.has(type ?? '');
  };

  return {
    note(app) {
      watch(app, 'event', (type) => hear(type));
      watch(app, 'message', () => hear('message'));
      watch(app, 'assistant', () => hear(undefined));
    },
    over: (filter) => ({
      // Another set of listeners decides otherwise, and says so.
      get version() {
        const unheard = Object.keys(twins).find(isUnheard);
        return unheard === undefined ? filter.version : `${filter.version}-${unheard}`;
      },
      decide(event) {
        const decided = filter.decide(event);
        if (decided.decision !== 'accept' || !isUnheard(event.type)) return decided;
        return { decision: 'ignore', reason: 'no_listener' };
      },
    }),
  };
}

function watch(app: BoltApp, name: 'event' | 'message' | 'assistant', told: (first: unknown) => void): void {
  const method = app[name];
  if (typeof method !== 'function') return;
  app[name] = function (this: unknown, ...given: unknown[]) {
    told(given[0]);
    return method.apply(this, given);
  };
}
