// Every key of the configuration: one entry here is its name in a file, its variable, its flag, its check and its meaning.
import { delimiter, isAbsolute, relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import { withShownHosts } from '../model/clean/shown-host.ts';
import type { FieldMap } from '../model/field-map.ts';
import { type Instant, toIso } from '../model/instant.ts';
import { momentForms, parseMoment } from '../model/moment.ts';
import type { ProviderDescriptions } from '../model/provider-description.ts';
import { isZone } from '../model/zone.ts';
import { fileCheckKeys } from './check-keys.ts';
import { drillKeys } from './drill-keys.ts';
import { fieldMapOf, type LogFields, logField } from './field-map.ts';
import {
  type DescribedProviders,
  describedProviders,
  describedProvidersForms,
  descriptionsOf,
  nameFault,
} from './providers.ts';
import { queueKeys } from './queue-keys.ts';
import { Refused } from './refused.ts';
import { slackKeys } from './slack-keys.ts';
import { tableKeys } from './table-keys.ts';
import { targetKeys } from './target-keys.ts';

/** Where a raw value stood, which decides what a relative path in it means. */
export interface Place {
  /** The configuration file's folder; the working directory for flags and environment. */
  readonly folder: string;
  readonly cwd: string;
  readonly now: Instant;
}

export interface Key<Raw = unknown, Value = unknown> {
  readonly summary: string;
  /** As the help shows it. Undefined: a key for files only. */
  readonly flag: string | undefined;
  readonly env: string | undefined;
  /** What is allowed, in words, for the error. */
  readonly allowed: string;
  /** The value as a file holds it; flags give the same shape. Made when a value is there to be checked. */
  readonly schema: () => z.ZodMiniType<Raw>;
  /** The variable's text as a file would hold it; the text itself when left out. */
  readonly fromText?: (text: string) => unknown;
  readonly fallback: Value;
  readonly settle: (raw: Raw, place: Place) => Value | Refused;
  /** A value can hold a secret: it is never quoted in an error, and `show` hides it. */
  readonly secret?: true;
  /** The value as it may be shown; itself when left out. Asked only for values that are set. */
  readonly show?: (value: NonNullable<Value>) => string;
}

const defineKey = <Raw, Value>(key: Key<Raw, Value>): Key<Raw, Value> => key;

const choice = <const Names extends readonly [string, ...string[]]>(
  names: Names,
  about: { flag: string; env: string; summary: string },
) =>
  defineKey<Names[number], Names[number]>({
    ...about,
    summary: `${about.summary}: ${names.join(', ')}`,
    allowed: names.join(', '),
    schema: () => z.enum(names) as unknown as z.ZodMiniType<Names[number]>,
    fallback: names[0],
    settle: (raw) => raw,
  });

const moment = (about: { flag: string; env: string; summary: string }) =>
  defineKey<string | number, Instant | undefined>({
    ...about,
    allowed: momentForms,
    schema: () => z.union([z.string(), z.number()]),
    fallback: undefined,
    show: toIso,
    settle(raw, { now }) {
      const at = parseMoment(raw, now);
      return typeof at === 'number' ? at : new Refused(at.problem);
    },
  });

const database = (about: { flag: string | undefined; env: string; summary: string }) =>
  defineKey<string, string | undefined>({
    ...about,
    allowed: 'a text that starts with postgres:// or postgresql://, or pglite:DIR',
    schema: () => z.string().check(z.regex(/^(postgres(ql)?:\/\/|pglite:.)/)),
    fallback: undefined,
    settle: (raw, place) => (raw.startsWith('pglite:') ? `pglite:${fromHere(raw.slice(7), place)}` : raw),
    secret: true,
    show: hidePassword,
  });

const path = () => z.string().check(z.minLength(1));

export const keys = {
  database: database({
    summary: 'postgres://… or pglite:DIR',
    flag: '--database <url>',
    env: 'DEDUPE_DATABASE_URL',
  }),
  admin_database: database({
    summary: 'the same database as the owner of its schema, for migrate; database where it is not set',
    flag: undefined,
    env: 'DEDUPE_ADMIN_DATABASE_URL',
  }),
  tables_database: database({
    summary: 'the database of your own tables; database where it is not set',
    flag: undefined,
    env: 'DEDUPE_TABLES_DATABASE_URL',
  }),
  logs: defineKey<string | string[], readonly string[]>({
    summary: 'log file, folder, quoted glob, or - for standard input; repeat for more',
    flag: '--logs <path>',
    env: 'DEDUPE_LOGS',
    allowed: 'a path, or a list of paths',
    schema: () => z.union([path(), z.array(path())]),
    fromText: (text) => text.split(delimiter).filter((part) => part !== ''),
    fallback: [],
    settle: (raw, place) => [raw].flat().map((part) => (part === '-' ? part : fromHere(part, place))),
  }),
  signing_secret: defineKey<string | string[], readonly string[] | undefined>({
    summary: 'secret with which the sender signs, for serve; several while one replaces another, with a space between',
    flag: undefined,
    env: 'DEDUPE_SIGNING_SECRET',
    allowed: 'a text, or a list of texts',
    schema: () => z.union([path(), z.array(path())]),
    fromText: (text) => text.split(/\s+/).filter((part) => part !== ''),
    fallback: undefined,
    settle: (raw) => [raw].flat(),
    secret: true,
    show: (secrets) => secrets.map(() => '***').join(' '),
  }),
  deployment_version: defineKey<string, string | undefined>({
    summary: 'what serve and work call the version of the code that runs: a commit or a release',
    flag: undefined,
    env: 'DEDUPE_DEPLOYMENT_VERSION',
    allowed: 'a text',
    schema: path,
    fallback: undefined,
    settle: (raw) => raw,
  }),
  log_fields: defineKey<LogFields, FieldMap | undefined>({
    summary: 'where your own log lines hold what a fact says: field of a fact line, and its path in your JSON',
    flag: undefined,
    env: undefined,
    allowed:
      'a path such as ticket.key; { value: jira } for what every line means; { path: seen, when: { true: hit } } for what its texts mean',
    schema: () => z.record(z.string(), logField()) as unknown as z.ZodMiniType<LogFields>,
    fallback: undefined,
    settle: fieldMapOf,
    show: ({ paths, constants, kind }) =>
      [
        ...Object.entries(paths).map(([name, at]) => `${name}: ${at.join('.')}`),
        ...Object.entries(constants).map(([name, value]) => `${name} is ${value}`),
        ...(kind ? [`kind by ${kind.path.join('.')}`] : []),
      ].join(', '),
  }),
  log_time_zone: defineKey<string, string | undefined>({
    summary: 'zone of the times in logs that name none: UTC, +02:00, Europe/Berlin',
    flag: undefined,
    env: 'DEDUPE_LOG_TIME_ZONE',
    allowed: 'UTC, an offset such as +02:00, or a name such as Europe/Berlin',
    schema: path,
    fallback: undefined,
    settle: (raw) => (isZone(raw) ? raw : new Refused('is no zone that is known here')),
  }),
  providers: defineKey<DescribedProviders, ProviderDescriptions | undefined>({
    summary: 'senders of events that are not known here: where their ids stand and how they repeat',
    flag: undefined,
    env: undefined,
    allowed: describedProvidersForms,
    schema: () => describedProviders() as unknown as z.ZodMiniType<DescribedProviders>,
    fallback: undefined,
    settle(raw) {
      const fault = nameFault(raw);
      return fault === undefined ? descriptionsOf(raw) : new Refused(fault);
    },
    show: (descriptions) => Object.keys(descriptions).join(', '),
  }),
  ...drillKeys(fromHere),
  ...queueKeys,
  ...targetKeys,
  ...tableKeys,
  ...slackKeys,
  ...fileCheckKeys,
  since: moment({
    flag: '--since <time>',
    env: 'DEDUPE_SINCE',
    summary: 'nothing before this: 30m, 24h, 7d, epoch milliseconds, or ISO 8601 with a zone',
  }),
  until: moment({
    flag: '--until <time>',
    env: 'DEDUPE_UNTIL',
    summary: 'nothing after this, written in the same way',
  }),
  time: choice(['relative', 'iso', 'raw'], {
    flag: '--time <form>',
    env: 'DEDUPE_TIME',
    summary: 'how times are shown',
  }),
  color: choice(['auto', 'always', 'never'], {
    flag: '--color <when>',
    env: 'DEDUPE_COLOR',
    summary: 'colour, where auto honours NO_COLOR',
  }),
  plain: defineKey<boolean, boolean>({
    summary: 'one record per line, for grep; no boxes, no colour',
    flag: '--plain',
    env: 'DEDUPE_PLAIN',
    allowed: 'true or false',
    schema: () => z.boolean(),
    fromText: (text) => ({ 1: true, true: true, 0: false, false: false })[text.toLowerCase()] ?? text,
    fallback: false,
    settle: (raw) => raw,
  }),
} as const;

export type KeyName = keyof typeof keys;
export type ValueOf<N extends KeyName> = (typeof keys)[N]['fallback'];

/** The list, for whoever treats all keys alike. */
export const keyList = Object.entries(keys) as unknown as readonly (readonly [KeyName, Key])[];

/** A path as typed where it was typed from here; else the shorter of its two names. */
function fromHere(path: string, { folder, cwd }: Place): string {
  if (folder === cwd || isAbsolute(path)) return path;
  const absolute = resolve(folder, path);
  const near = relative(cwd, absolute) || '.';
  return near.length < absolute.length ? near : absolute;
}

/** Everything between the first colon of the user's part and the last @, and any parameter named like a password. */
export function hidePassword(url: string): string {
  const without = url
    .replace(/^([a-z]+:\/\/[^:/?#@]*):.*@/is, '$1:***@')
    .replace(/([?&][^=&#]*(?:password|passwd|passphrase|secret|token)[^=&#]*=)[^&#]*/gi, '$1***');
  return withShownHosts(without);
}
