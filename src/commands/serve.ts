// dedupe serve: the intake as a server. It answers when what it was told is durable, and does nothing slow before.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import type { Filter } from '../pipeline/contracts/filter.ts';
import { applicationRules } from '../pipeline/filter/application-rules.ts';
import { eventFilter } from '../pipeline/filter/event-filter.ts';
import { type SlackRules, slackFilter } from '../pipeline/filter/slack-filter.ts';
import type { ForwardOptions } from '../pipeline/forward/options.ts';
import { secretFile } from '../pipeline/secrets.ts';
import { serve } from '../pipeline/serve.ts';
import {
  needsWord,
  placeOf,
  reachSentence,
  rivalSentence,
  serverDatabase,
  spanOf,
  stepSentence,
  troubleOf,
  untilStopped,
} from '../pipeline-process.ts';
import { familyOf } from '../providers/index.ts';
import { defineCommand } from './command.ts';

const list = z.optional(z.array(z.string()));
const options = z.strictObject({
  listen: z.string(),
  provider: z.string(),
  path: z.optional(z.string()),
  app: list,
  workspace: list,
  rules: z.optional(z.string()),
  signingSecretFile: list,
  forward: z.optional(z.string()),
  forwardSecretFile: z.optional(z.string()),
  forwardTimeout: z.optional(z.string()),
  idempotentFor: z.optional(z.string()),
  bodyLimit: z.optional(z.string()),
});
type Options = z.output<typeof options>;

const either = z.optional(z.enum(['ignore', 'accept']));
const slackRules = z.strictObject({
  types: list,
  subtypes: list,
  edits: either,
  deletions: either,
  threadReplies: either,
  threadBroadcasts: either,
  otherBots: either,
  own: z.optional(
    z.strictObject({
      apps: list,
      bots: list,
      users: list,
      commands: list,
      maxDepth: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    }),
  ),
  intent: z.optional(z.enum(['subject', 'action', 'message', 'event'])),
});
const eventRules = z.strictObject({ types: list });

const collect = (value: string, before: string[] = []) => [...before, value];

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'receive events: verify, write down once, then answer; the reference intake',
  examples: [
    'DEDUPE_SIGNING_SECRET=… dedupe serve --app A0123456789 --database postgres://db.example/app',
    'dedupe serve --provider github --path /github --signing-secret-file secret.txt --listen 0.0.0.0:8080',
  ],
  formats: [],
  configure: (program) =>
    program
      .option(
        '--listen <host:port>',
        'where to listen; /healthz, /readyz and /metrics are answered there too',
        '127.0.0.1:8787',
      )
      .option(
        '--provider <id>',
        'slack, github, stripe, shopify or standard-webhooks; slack.NAME for one of several apps',
        'slack',
      )
      .option('--path <path>', 'where events arrive (default: /slack/events, or / and the provider)')
      .option('--app <id>', 'Slack app that is served; events of any other are refused; repeat for more', collect)
      .option('--workspace <id>', 'only this workspace, account or shop; repeat for more', collect)
      .option(
        '--rules <file>',
        'JSON: types, subtypes, edits, deletions, threadReplies, threadBroadcasts, otherBots, own, intent',
      )
      .option(
        '--signing-secret-file <file>',
        'file with a signing secret, read again when it changes (DEDUPE_SIGNING_SECRET); two while one replaces another',
        collect,
      )
      .option('--forward <url>', 'give each event to the application there, once, and bring its answers back')
      .option('--forward-secret-file <file>', 'with which requests to it are signed (default: the signing secret)')
      .option('--forward-timeout <seconds>', 'an application that takes longer has an unknown outcome (default: 20)')
      .option(
        '--idempotent-for <span>',
        'for so long (24h, 7d) it knows an Idempotency-Key again: then what is unknown is sent again',
      )
      .option('--body-limit <MiB>', 'a longer body is refused with 413 (default: 5; 25 with github, which sends such)'),
  options,
  async run(given, context) {
    const { host, port } = placeOf(given.listen);
    const secrets = secretsOf(given, context);
    const family = familyOf(given.provider) ?? given.provider;
    const serving = await serve({
      database: serverDatabase(context, 'serve'),
      receivers: [
        {
          path: given.path ?? (family === 'slack' ? '/slack/events' : `/${family}`),
          provider: given.provider,
          secrets,
          filter: filterOf(given, family, context),
        },
      ],
      host,
      port,
      deploymentVersion: context.config.deployment_version.value,
      appId: given.app?.[0],
      bodyLimit: bodyLimitOf(given, family),
      onRival: (other) => context.err.line(rivalSentence('ingress', other)),
      forward: forwardOf(given, context),
    });
    context.err.line(`listening on port ${serving.port}; Ctrl-C stops it when all is written`);
    try {
      await Promise.race([untilStopped(context), serving.ended]);
    } finally {
      await serving.stop();
    }
    return Exit.clean;
  },
});

function forwardOf(given: Options, context: Context): ForwardOptions | undefined {
  const { forward, forwardSecretFile, forwardTimeout, idempotentFor } = given;
  if (forward === undefined) {
    const [idle] =
      Object.entries({ forwardSecretFile, forwardTimeout, idempotentFor }).find(([, value]) => value) ?? [];
    if (idle === undefined) return undefined;
    throw new DedupeError('DEDUPE_USAGE', 'there is no application to forward to', { hint: 'Give --forward URL.' });
  }
  if (!/^https?:\/\/\S+$/.test(forward) || !URL.canParse(forward))
    throw new DedupeError('DEDUPE_USAGE', `--forward ${forward} is no address`, {
      hint: 'For example http://127.0.0.1:3000/slack/events.',
    });
  const { username, password, origin } = new URL(forward);
  if (username || password)
    throw new DedupeError('DEDUPE_USAGE', `--forward ${origin}… has a login in it, which is never sent`, {
      hint: 'Requests are signed: --forward-secret-file names the secret with which the application checks them.',
    });
  const seconds = forwardTimeout === undefined ? 20 : Number(/^[1-9]\d{0,3}$/.exec(forwardTimeout)?.[0] ?? Number.NaN);
  if (Number.isNaN(seconds)) throw new DedupeError('DEDUPE_USAGE', '--forward-timeout is not a number of seconds');
  return {
    url: forward,
    secret: forwardSecretFile === undefined ? undefined : secretFile(resolve(context.io.cwd, forwardSecretFile)),
    idempotentForMs: idempotentFor === undefined ? undefined : spanOf('--idempotent-for', idempotentFor),
    requestMs: seconds * 1_000,
    leaseMs: Math.max(5, seconds * 1.5) * 1_000,
    onReach: (code) => context.err.line(reachSentence(origin, code)),
    onTrouble: (error) => context.err.line(`warning: ${troubleOf(error)}; trying again`),
    onStep: (step) => {
      if (context.verbose || needsWord(step)) context.err.line(stepSentence(step));
    },
  };
}

/** Bytes. What is refused for its size a sender may never send again. */
function bodyLimitOf({ bodyLimit }: Options, family: string): number {
  if (bodyLimit === undefined) return (family === 'github' ? 25 : 5) * 2 ** 20;
  if (/^[1-9]\d{0,2}$/.test(bodyLimit)) return Number(bodyLimit) * 2 ** 20;
  throw new DedupeError('DEDUPE_USAGE', '--body-limit is not a whole number of MiB from 1 to 999');
}

function secretsOf({ signingSecretFile = [] }: Options, { config, io }: Context): () => string[] {
  const files = signingSecretFile.map((file) => secretFile(resolve(io.cwd, file)));
  const fixed = config.signing_secret.value ?? [];
  if (files.length + fixed.length > 0 && !fixed.includes(''))
    return () => [...files.map((secret) => secret()), ...fixed];
  throw new DedupeError('DEDUPE_USAGE', 'no signing secret is given, so anybody could send events', {
    hint: 'Set DEDUPE_SIGNING_SECRET or name a file with --signing-secret-file.',
  });
}

function filterOf({ app, workspace, rules, forward, provider }: Options, family: string, { io }: Context): Filter {
  const given = rules === undefined ? {} : parsed(rules, read(rules, io.cwd));
  if (family !== 'slack') return eventFilter({ ...checked(eventRules, given, rules), workspaces: workspace }, provider);
  if (app === undefined)
    throw new DedupeError('DEDUPE_USAGE', 'no Slack app is named', {
      hint: 'Name the one that is served: --app A0123456789.',
    });
  const named = checked(slackRules, given, rules) as Partial<SlackRules>;
  const standard = forward === undefined ? {} : applicationRules;
  return slackFilter({ ...standard, ...named, apps: app, workspaces: workspace }, provider);
}

function checked<T>(schema: z.ZodMiniType<T>, value: unknown, file = ''): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const what =
    issue?.code === 'unrecognized_keys'
      ? `knows no "${issue.keys[0]}"`
      : `has a wrong ${issue?.path.join('.') || 'form'}`;
  throw new DedupeError('DEDUPE_CONFIG_INVALID', `the filter in ${file} ${what}`, {
    hint: 'dedupe serve --help lists its keys.',
  });
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DedupeError('DEDUPE_CONFIG_INVALID', `${file} is not JSON`, { cause });
  }
}

function read(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${file} cannot be read`, { cause });
  }
}
