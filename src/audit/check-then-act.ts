// Is the store asked first and told later, so that two can ask before one tells?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { endsRun } from '../model/code/ends-run.ts';
import { fileUses } from '../model/code/file-stores.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { eventIds, inFrontOfBolt } from '../model/code/in-front-of-bolt.ts';
import type { Program } from '../model/code/program.ts';
import { remoteUses } from '../model/code/remote-stores.ts';
import { tableUses } from '../model/code/table-stores.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly store: string;
}

export const checkThenAct = defineRule<AuditInput, Args>({
  id: 'check-then-act',
  title: 'Two can pass between the question and the note',
  severity: 'note',
  problem:
    'Asking whether a key is there and setting it afterwards are two steps. Two copies that arrive together both ask before either has told, and both go on.',
  fix: [
    'Make it one step: SET key value NX EX seconds, INSERT … ON CONFLICT DO NOTHING, or a conditional put; whoever changed nothing stops.',
    'Claim the event with a unique insert, commit the claim with the result, release it only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const fronts = inFrontOfBolt(program, eventIds);
    return [...listeners, ...routes, ...fronts].flatMap(({ acts }) => {
      if (atomicClaims(program, acts).length > 0) return [];
      const uses = remoteUses(acts);
      const decided = [...fileUses(program, acts), ...tableUses(program, acts)];
      // Only where the answer ends the run: other stores are kept for other reasons.
      const asked = uses.find(
        ({ does, act }) =>
          does === 'ask' &&
          !seen.has(act.expr) &&
          (act.isAwaited || act.late !== undefined || act.handedTo !== undefined) &&
          endsRun(acts, act) &&
          !isTurnedAway(program, act),
      );
      const ask = asked ?? decided.find(({ does, act }) => does === 'ask' && !seen.has(act.expr));
      const note = [...uses, ...decided].find(
        ({ does, act, store }) => does === 'note' && store === ask?.store && ask !== undefined && act.n > ask.act.n,
      );
      if (!ask || !note) return [];
      seen.add(ask.act.expr);
      return [
        found(
          this.id,
          placeOf(ask.act),
          { store: ask.store },
          { related: [noted(placeOf(note.act), 'told only here')], certainty: 'consistent' },
        ),
      ];
    });
  },
  say: ({ store }) => `${store} is asked here and told later: two copies that come together both find nothing.`,
});

const unique =
  /\bE?11000\b|23505|DuplicateKey|IntegrityError|UniqueViolation|ConditionalCheckFailed|@Unique\(|@PrimaryColumn|primaryKey|\bunique['"]?\s*[:=]\s*(true|True)/;

/** A unique index behind the note: the module of the note knows of it, or some schema of the program. */
function isTurnedAway({ modules }: Program, { expr }: Act): boolean {
  const name = expr?.form === 'call' && expr.callee.form === 'member' ? (expr.callee.name ?? '') : '';
  return /^(find|get_?item|send)/i.test(name) && modules.some(({ module }) => unique.test(module.text));
}
