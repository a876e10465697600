// How effects are counted: a flag, else the configuration. One way, so that there is one truth.
import type { DrillSettings } from '../../config-drill.ts';
import type { Context } from '../../context.ts';
import { commandCounter } from '../../drill/count/command.ts';
import type { Counter } from '../../drill/count/counter.ts';
import { questionNames } from '../../drill/count/questions.ts';
import { bind, sqlCounter } from '../../drill/count/sql.ts';
import { targetCounter } from '../../drill/count/target.ts';
import { DedupeError } from '../../errors.ts';
import { suggestion } from '../../nearest.ts';
import { targets } from '../../targets/index.ts';
import type { Flags } from './settings.ts';

type Way = NonNullable<DrillSettings['count']>;

export function counterOf({ countSql, countCommand, countTarget }: Flags, context: Context): Counter {
  const { count } = context.config.drill.value ?? {};
  const typed: Way = { sql: countSql, command: countCommand, target: countTarget, settings: count?.settings };
  const isTyped = [countSql, countCommand, countTarget].some((one) => one !== undefined);
  const counter = wayOf(isTyped ? typed : (count ?? {}), context, isTyped ? 'the flags' : 'drill.count');
  if (counter !== undefined) return counter;
  throw new DedupeError('DEDUPE_USAGE', 'nothing says how effects are counted: HTTP codes are no proof of anything', {
    hint: "For example --count-sql 'select id from tasks where title like ''%'' || :marker || ''%''' with --database, --count-command, or --count-target.",
  });
}

export function deadLettersOf(context: Context): Counter | undefined {
  return wayOf(context.config.drill.value?.dead_letters ?? {}, context, 'drill.dead_letters');
}

function wayOf(way: Way, context: Context, where: string): Counter | undefined {
  const given = (['sql', 'command', 'target'] as const).filter((name) => way[name] !== undefined);
  if (given.length > 1)
    throw new DedupeError('DEDUPE_USAGE', `${where}: ${given.join(' and ')} are given, and only one of them can count`);
  if (way.sql !== undefined) return bySql(way.sql, context);
  const { env, cwd } = context.io;
  if (way.command !== undefined) return commandCounter(way.command, { ...env }, cwd);
  return way.target === undefined ? undefined : byTarget(way.target, way.settings ?? {}, context);
}

function bySql(sql: string, { config }: Context): Counter {
  const url = config.database.value;
  if (url === undefined)
    throw new DedupeError('DEDUPE_NO_SOURCE', 'a count by SQL needs the database in which the effects land', {
      hint: 'Give --database or set DEDUPE_DATABASE_URL.',
    });
  const query = bind(sql);
  if (query !== undefined) return sqlCounter(url, query);
  throw new DedupeError('DEDUPE_USAGE', 'the count names no event, so it would count the objects of others as well', {
    hint: `Use one of ${questionNames.map((name) => `:${name}`).join(', ')} in it.`,
  });
}

function byTarget(name: string, settings: unknown, { io }: Context): Counter {
  const adapter = targets.find(({ id }) => id === name);
  if (adapter === undefined)
    throw new DedupeError('DEDUPE_USAGE', `there is no target "${name}"`, {
      hint: suggestion(
        name,
        targets.map(({ id }) => id),
      ),
    });
  const checked = adapter.settings.safeParse(settings);
  if (checked.success) return targetCounter(adapter.open(checked.data, { name, env: io.env, folder: io.cwd }));
  const [issue] = checked.error.issues;
  throw new DedupeError(
    'DEDUPE_CONFIG_INVALID',
    `the settings of the target ${name} have a wrong ${issue?.path.join('.') || 'form'}`,
    { hint: 'They stand under drill.count.settings.' },
  );
}
