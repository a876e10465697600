// `audit --effects`: what each handler makes elsewhere, with its place and its key. One line an effect, with tabs between.
import type { CodeInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { hasKey } from '../model/code/effect-key.ts';
import { effectOf } from '../model/code/effects.ts';
import { locate } from '../model/code/locate.ts';

type Code = CodeInput;

export function effectsOf({ program, listeners, routes }: Code): string[] {
  const handlers: readonly { readonly name: string; readonly acts: readonly Act[] }[] = [
    ...listeners.map(({ kind, wanted, acts }) => ({
      name: wanted?.is === 'text' ? `${kind} ${wanted.value}` : kind,
      acts,
    })),
    ...routes.map(({ path, framework, acts }) => ({ name: path ?? framework, acts })),
  ];
  const lines = handlers.flatMap(({ name, acts }) =>
    acts.flatMap((act) => {
      const effect = effectOf(program, act);
      if (!effect?.creates) return [];
      const { file, line, column } = locate(act.scope.module, act.at);
      const key = hasKey(program, act) ? 'key' : 'no key';
      return [[`${file}:${line}:${column}`, name, effect.kind, effect.name, key].join('\t')];
    }),
  );
  return [...new Set(lines)];
}
