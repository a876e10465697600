// Is one listener registered twice in one app?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { nameOfWanted } from '../model/code/overlap.ts';
import { runTwice } from '../model/code/run-twice.ts';
import type { Listener, SlackApp } from '../model/code/slack-app.ts';
import type { Wanted } from '../model/code/wanted.ts';
import { defineRule, found, noted } from '../model/found.ts';

export const listenerRegisteredTwice = defineRule<
  AuditInput,
  { readonly kind: string; readonly name: string; readonly isPython: boolean }
>({
  id: 'listener-registered-twice',
  title: 'One thing has two listeners',
  severity: 'warning',
  problem:
    'Bolt for JavaScript runs every listener that matches, so a second registration of the same command, action, view or event runs both. Bolt for Python runs the first one only, and the second one is dead until the first forgets to acknowledge.',
  fix: ['Remove one of the two registrations.'],
  check({ program, listeners }) {
    const told = new Set<unknown>();
    // Python runs the first one only, and the second is the same.
    const byFunction = listeners.flatMap(({ kind, wanted, app, language, location, site: { scope } }) => {
      if (!scope.fn || !app || app.scope.fn === scope.fn || language === 'python' || !wanted || kind === 'use')
        return [];
      const twice = runTwice(program, scope.fn);
      if (!twice || told.has(twice.again.call)) return [];
      told.add(twice.again.call);
      const { again, first } = twice;
      const related = [
        noted(location, 'registered here each time'),
        noted(locate(first.scope.module, first.call.at), 'called here before'),
      ];
      const args = { kind, name: patternOf(wanted), isPython: false };
      return [found(this.id, locate(again.scope.module, again.call.at), args, { related })];
    });
    const known = new Map<SlackApp, Map<string, Listener>>();
    const byPlace = listeners.flatMap((later) => {
      const wanted = nameOfWanted(plainly(later));
      if (later.app === undefined || later.extras.length > 0 || wanted === undefined) return [];
      const ofApp = known.get(later.app) ?? new Map<string, Listener>();
      known.set(later.app, ofApp);
      const name = [later.kind, later.method, wanted].join(' ');
      const earlier = ofApp.get(name);
      if (!earlier) ofApp.set(name, later);
      if (!earlier || later.kind === 'message' || later.kind === 'use' || !later.wanted) return [];
      if (later.kind === 'event' && later.handler !== earlier.handler && !isDead(earlier, later)) return [];
      const related = [noted(earlier.location, `registered here before, for ${patternOf(earlier.wanted)}`)];
      return [
        found(
          this.id,
          later.location,
          { kind: later.kind, name: patternOf(later.wanted), isPython: later.language === 'python' },
          { related },
        ),
      ];
    });
    return [...byFunction, ...byPlace];
  },
  say: ({ kind, name, isPython }) =>
    isPython && kind === 'event'
      ? `The event ${name} has a listener before this one, and Bolt for Python runs the first that fits: this one never runs.`
      : isPython
        ? `The ${kind} ${name} has a listener before this one: this one runs only when the first does not acknowledge in time, and then both have run.`
        : `The ${kind} ${name} has a listener before this one, and Bolt runs both.`,
});

/** Two for one kind of event usually share the work between them, and whether they do cannot be seen: in Python they cannot. */
function isDead(earlier: Listener, later: Listener): boolean {
  return later.app?.kind === 'bolt-python' && earlier.location.file === later.location.file;
}

/** `{"type": "message"}` of Bolt for Python is the same as its name. */
function plainly({ language, wanted }: Listener): Wanted | undefined {
  const keys = wanted?.is === 'fields' ? Object.keys(wanted.fields) : [];
  return language === 'python' && wanted?.is === 'fields' && keys.join() === 'type' ? wanted.fields.type : wanted;
}

/** As the code has it. */
function patternOf(wanted: Wanted | undefined): string {
  switch (wanted?.is) {
    case 'text':
      return wanted.value;
    case 'regex':
      return `/${wanted.source}/${wanted.flags}`;
    case 'fields':
      return `{ ${Object.entries(wanted.fields)
        .map(([key, value]) => `${key}: ${patternOf(value)}`)
        .join(', ')} }`;
    default:
      return '(computed)';
  }
}
