// Connections of Node's HTTP client that tell of a failure whether a request had one: without one nothing was sent.
import { markNotSent } from '../../model/not-sent.ts';

type Undici = typeof import('undici');
export type Connector = ReturnType<Undici['buildConnector']>;

export function markingConnector(connect: Connector): Connector {
  return (options, done) =>
    connect(options, (...ended) => {
      if (ended[0] !== null) markNotSent(ended[0]);
      done(...ended);
    });
}

/** A `fetch` whose failures can be asked by `notSentCode`. Connections are kept for as long as this process lives. */
export async function openFetch(): Promise<Undici['fetch']> {
  const { Agent, buildConnector, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: markingConnector(buildConnector({})) });
  return (url, init) => fetch(url, { ...init, dispatcher });
}
