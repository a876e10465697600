// How is one header found when servers, gateways and loggers each spell its name in their own case?
import type { Headers } from '../model/provider.ts';

/** `name` in lower case. An empty value counts as absent: some gateways blank what they strip. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const exact = headers[name];
  if (exact) return exact;
  for (const [key, value] of Object.entries(headers)) if (value && key.toLowerCase() === name) return value;
  return undefined;
}
