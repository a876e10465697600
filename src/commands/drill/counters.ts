// How effects are counted: a flag, else the configuration. One way, so that there is one truth.
import type { DrillSettings } from '../../config/drill-keys.ts';
import type { Context } from '../../context.ts';
import { commandCounter } from '../../drill/count/command.ts';
import type { Counter } from '../../drill/count/counter.ts';
import { questionNames } from '../../drill/count/questions.ts';
import { bind, sqlCounter } from '../../drill/count/sql.ts';
import { targetCounter } from '../../drill/count/target.ts';
import { DedupeError } from '../../errors.ts';
import { suggestion } from '../../nearest.ts';
import { configuredTargets } from '../../open-targets.ts';
import type { Flags } from './settings.ts';

type Way = NonNullable<DrillSettings['count']>;

export function counterOf({ countSql, countCommand, countTarget }: Flags, context: Context): Counter {
  const { count } = context.config.drill.value ?? {};
  const typed: Way = { sql: countSql, command: countCommand, target: countTarget };
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
  return way.target === undefined ? undefined : byTarget(way.target, context);
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

function byTarget(name: string, { config, io }: Context): Counter {
  const known = configuredTargets(config, io.env);
  const found = known.find((one) => one.name === name);
  if (found !== undefined) return targetCounter(found.open());
  const names = known.map((one) => one.name);
  throw new DedupeError('DEDUPE_USAGE', `the configuration names no target "${name}"`, {
    hint: names.length === 0 ? 'It stands under targets with its type and settings.' : suggestion(name, names),
  });
}
