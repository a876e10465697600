// Is an app of the same family installed beside one of the configured ones?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly app: string;
  readonly name: string;
  readonly other: string;
  readonly otherName: string;
}

export const likeNamedAppInstalled = defineRule<AuditInput, Args>({
  id: 'like-named-app-installed',
  title: 'An app of the same family is installed in the workspace',
  severity: 'note',
  problem:
    'A test or an older copy of an app that was never taken out of the workspace goes on hearing what the app hears, and acts on it: with a token and a database of its own, which no store of claims here knows.',
  fix: [
    'Ask who runs the other app, and take it out of the workspace, or give it a workspace of its own.',
    'Until then keep its bot out of the channels where people ask the real one.',
  ],
  check({ installations }) {
    const installed = installations?.installed ?? [];
    const own = new Set(installations?.installations.map(({ appId }) => appId));
    const mine = installed.filter(({ appId }) => own.has(appId));
    return mine.flatMap(({ appId, name }) =>
      installed.flatMap((other) => {
        const isFamily = familyOf(name) !== '' && familyOf(name) === familyOf(other.name);
        if (!installations || own.has(other.appId) || !isFamily) return [];
        const args = { app: appId, name, other: other.appId, otherName: other.name };
        return [found(this.id, installations.location, args, { certainty: 'consistent' })];
      }),
    );
  },
  say: ({ app, name, other, otherName }) =>
    `${otherName} (${other}) is installed beside ${name} (${app}), and is by its name a copy of it: what one is asked the other may do too.`,
});

/** `tickets` of `Tickets (dev)`, `tickets-bot 2` and `Staging Tickets`. */
function familyOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !stages.test(word))
    .join(' ');
}

const stages =
  /^(dev|devel|development|local|localhost|test|tests|testing|qa|uat|stage|staging|sandbox|demo|beta|alpha|canary|pre|preprod|prod|production|live|old|new|copy|backup|legacy|v?\d+|app|bot|slack)$/;
