// What a drill does not do: reach out of this machine, or speak in the name of a workspace or an app that people use.
import { createHash } from 'node:crypto';
import { DedupeError } from '../../errors.ts';
import type { Identity } from '../world/act.ts';

/** What one place of the configuration calls production. */
export interface Production {
  readonly where: string;
  readonly teams: readonly string[];
  readonly apps?: readonly string[] | undefined;
  /** SHA-256 of signing secrets, in hexadecimal. */
  readonly secretDigests?: readonly string[] | undefined;
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Names are not looked up: what a name means can change between the look and the request. */
export function refuseRemote(urls: readonly URL[], allowRemote: boolean): void {
  const far = urls.find((url) => !isLoopback(url));
  if (far === undefined || allowRemote) return;
  throw new DedupeError('DEDUPE_DRILL_REFUSED', `${far.host} is not this machine`, {
    hint: 'A drill makes objects and breaks things: --allow-remote sends it there all the same.',
  });
}

export function refuseProduction({ teamId, appId }: Identity, secret: string, production: readonly Production[]): void {
  const digest = createHash('sha256').update(secret).digest('hex');
  for (const { where, teams, apps = [], secretDigests = [] } of production) {
    const say = (what: string) => {
      throw new DedupeError('DEDUPE_DRILL_REFUSED', `${what} is listed under ${where}`, {
        hint: 'A drill needs a workspace id, an app id and a secret of its own.',
      });
    };
    if (teams.includes(teamId)) say(`the workspace ${teamId}`);
    if (apps.includes(appId)) say(`the app ${appId}`);
    if (secretDigests.some((one) => one.toLowerCase() === digest)) say('the signing secret');
  }
}
