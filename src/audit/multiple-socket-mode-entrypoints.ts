// Do two programs of one folder open Socket Mode connections with one token?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { folderOf } from '../model/code/modules.ts';
import type { Program } from '../model/code/program.ts';
import type { CallSite } from '../model/code/scope.ts';
import type { Expr, Module } from '../model/code/syntax.ts';
import { pathOf } from '../model/code/value.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly token: string;
  readonly other: string;
}

interface Start {
  readonly site: CallSite;
  readonly token: string;
}

export const multipleSocketModeEntrypoints = defineRule<AuditInput, Args>({
  id: 'multiple-socket-mode-entrypoints',
  title: 'Two programs connect with one app-level token',
  severity: 'note',
  problem:
    'Slack sends each payload of Socket Mode to one of the open connections of an app. Two programs that both run take events from each other, with two memories of what was handled; what one does not acknowledge in time goes to the other, and both have done the work.',
  fix: ['Start one program per app and token, or let all share one store of claims and one set of handlers.'],
  check({ program }) {
    const starts = program.calls.flatMap((site) => startAt(program, site));
    return starts.flatMap((later, i) => {
      const earlier = starts
        .slice(0, i)
        .find(
          (one) =>
            one.token === later.token &&
            one.site.scope.module !== later.site.scope.module &&
            folderOf(one.site.scope.module.file) === folderOf(later.site.scope.module.file) &&
            !reaches(program, one.site.scope.module, later.site.scope.module) &&
            !reaches(program, later.site.scope.module, one.site.scope.module) &&
            isProgram(program, one.site.scope.module) &&
            isProgram(program, later.site.scope.module),
        );
      if (!earlier) return [];
      const place = ({ site }: Start) => locate(site.scope.module, site.call.at);
      return [
        found(
          this.id,
          place(later),
          { token: later.token, other: earlier.site.scope.module.file },
          { related: [noted(place(earlier), 'the other one')], certainty: 'consistent' },
        ),
      ];
    });
  },
  say: ({ token, other }) =>
    `This and ${other} both connect with ${token}: run together, each gets a part of the events.`,
});

function startAt(program: Program, site: CallSite): Start[] {
  const { call, scope } = site;
  const path = pathOf(program.evaluate(call.callee, scope)) ?? '';
  if (scope.module.language === 'python') {
    if (!/(^|\.)(Async)?SocketModeHandler$|(^|\.)SocketModeClient$/.test(path) || !/^slack_(bolt|sdk)/.test(path))
      return [];
    const token =
      call.args.find(({ keyword }) => keyword === 'app_token') ??
      call.args.filter(({ keyword }) => keyword === undefined)[/Handler$/.test(path) ? 1 : 0];
    return withName(site, token && tokenName(program, token.value, site));
  }
  const isClient = /^@slack\/(socket-mode\.SocketModeClient|bolt\.SocketModeReceiver)$/.test(path);
  if (!isClient && path !== '@slack/bolt.App') return [];
  const options = call.args[0]?.value;
  const mode = program.fieldOf(options, 'socketMode', scope);
  if (!isClient && (!mode || program.constant(mode.value, mode.scope) !== true)) return [];
  const token = program.fieldOf(options, 'appToken', scope);
  return withName(site, token && tokenName(program, token.value, { ...site, scope: token.scope }));
}

function withName(site: CallSite, token: string | undefined): Start[] {
  return token === undefined ? [] : [{ site, token }];
}

/** The variable of the environment that holds it. */
function tokenName(program: Program, expr: Expr, { scope }: CallSite): string | undefined {
  const value = program.evaluate(expr, scope);
  const path = pathOf(value) ?? '';
  const byPath = /^(?:global\.)?process\.env\.(\w+)$|^os\.environ\.(\w+)$/.exec(path);
  if (byPath) return byPath[1] ?? byPath[2];
  if (!/^os\.(environ\.get|getenv)\(\)$/.test(path) || value?.is !== 'outside' || !value.made) return undefined;
  const name = everyExpr(value.made.call).find((one) => one.form === 'text');
  return name?.form === 'text' ? name.value : undefined;
}

function reaches(program: Program, from: Module, to: Module, seen = new Set<Module>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return from.imports.some(({ from: name }) => {
    const next = program.files.find(from, name);
    return next !== undefined && reaches(program, next, to, seen);
  });
}

/** Nobody imports it: it is started by itself. */
function isProgram(program: Program, module: Module): boolean {
  return !program.modules.some(
    ({ module: other }) =>
      other !== module && other.imports.some(({ from }) => program.files.find(other, from) === module),
  );
}
