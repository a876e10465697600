// What a call does to the world, told from where its callee comes. What is not known here does nothing that anybody could claim.
import type { Act } from './act.ts';
import { awsEffect } from './aws-effects.ts';
import { type EffectKind, knownEffects } from './known-effects.ts';
import type { Program } from './program.ts';
import { pythonClient } from './python-clients.ts';
import { lookUp } from './scope.ts';
import type { Call, Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

export type { EffectKind } from './known-effects.ts';

export interface Effect {
  readonly kind: EffectKind;
  /** Makes something new somewhere else: done twice it is there twice. */
  readonly creates: boolean;
  /** A POST to an address that is computed may ask as well as make. */
  readonly isCertain: boolean;
  /** How a person would call it. */
  readonly name: string;
}

const slackCall =
  /^(slack\.((args|context)\.)?client|slack\.socket\.web_client|@slack\/(?:web-api|client)\.WebClient\(\)|slack_sdk(\.web(\.async_client|\.client)?)?\.(Async)?WebClient\(\)|slack_sdk\.web\.async_client\.AsyncWebClient\(\)|slack\.WebClient\(\)|slackclient\.SlackClient\(\)|slacker\.Slacker\(\)|(@slack\/bolt|slack_bolt[\w.]*)\.(Async)?App\(\)\.client)\.([\w.]+)$/;
/** Methods of the Web API that make something new. */
export const slackCreates =
  /^(chat\.?_?(postMessage|postEphemeral|scheduleMessage|post_message)|chat_(postMessage|postEphemeral|scheduleMessage)|files[._]upload(V2|_v2)?|files_upload(_v2)?|conversations[._]create|reminders[._]add|canvases[._]create)$/;

/** Undefined: nothing that is known to be slow or to make something. */
export function effectOf(program: Program, { path, expr, scope, local }: Act): Effect | undefined {
  if (path === undefined || local !== undefined || expr?.form !== 'call') return undefined;
  if (/^slack\.((args|context)\.)?(say|respond)$/.test(path))
    return { kind: 'slack', creates: true, isCertain: true, name: path.slice(6) };
  if (/^@slack\/(webhook|client)\.IncomingWebhook\(\)\.send$/.test(path))
    return { kind: 'slack', creates: true, isCertain: true, name: shortName(expr) };
  const called = slackCall.exec(path)?.at(-1);
  const named = called !== undefined && /^api_?[cC]all$/.test(called) && program.constant(expr.args[0]?.value, scope);
  const method = typeof named === 'string' ? named : called;
  if (method !== undefined)
    return isApiMethod(method)
      ? { kind: 'slack', creates: slackCreates.test(method), isCertain: true, name: shortName(expr) }
      : undefined;
  const aws = awsEffect(program, path, expr, scope);
  if (aws) return { ...aws, isCertain: true, name: shortName(expr) };
  const kind = kindOf(path) ?? (scope.module.language === 'python' ? pythonClient(path) : undefined);
  if (kind !== undefined) {
    if (kind === 'wait' && !isLong(program, expr, scope)) return undefined;
    const isCertain =
      kind !== 'http' || !plainClient.test(path) || creating.test(scope.fn?.name ?? '') || hasAddress(expr, scope);
    const isSlack = kind === 'http' && plainClient.test(path) && goesToSlack(expr, scope);
    return {
      kind: isSlack ? 'slack' : kind,
      creates: isSlack ? makesInSlack(expr, scope) : createsSomething(program, path, expr, scope, kind),
      isCertain,
      name: shortName(expr),
    };
  }
  if (redisList.test(path) && /queue|jobs?(?![a-z])/i.test(`${scope.fn?.name ?? ''} ${wordsOf(expr)}`))
    return { kind: 'queue', creates: true, isCertain: true, name: shortName(expr) };
  return databaseEffect(program, path, expr, scope);
}

/** A list is a queue where it, or the function that appends to it, is called so. */
const redisList = /^(redis|@redis\/client|ioredis|@upstash\/redis|@vercel\/kv)\b.*\.([lr]push|xadd)$/i;

function wordsOf({ args: [first] }: Call): string {
  return everyExpr(first?.value ?? { form: 'other', parts: [], at: { start: 0, end: 0 } })
    .map((one) => (one.form === 'name' || one.form === 'member' ? one.name : one.form === 'text' ? one.fixed : ''))
    .join(' ');
}

const kinds = new Map<string, EffectKind | undefined>();

/** Asked again for the same way by one rule after another. */
function kindOf(path: string): EffectKind | undefined {
  if (!kinds.has(path)) kinds.set(path, knownEffects.find(([pattern]) => pattern.test(path))?.[1]);
  return kinds.get(path);
}

function isApiMethod(method: string): boolean {
  return (
    /^([a-z]+[A-Za-z]*\.)+[a-zA-Z_]+$|^[a-z]+_\w+$|^apiCall$|^api_call$/.test(method) &&
    !/^(token|logger|on|off)$/.test(method)
  );
}

function isLong(program: Program, call: Call, scope: Act['scope']): boolean {
  const seconds = program.constant(call.args[0]?.value, scope);
  return typeof seconds === 'number' && seconds >= 1;
}

function createsSomething(program: Program, path: string, call: Call, scope: Act['scope'], kind: EffectKind): boolean {
  if (kind === 'mail' || kind === 'queue') return true;
  if (kind !== 'http') return false;
  if (/\.(post|createIssue|create_issue|addNewIssue|create|add|send|insert)$/i.test(path)) return !isRead(call, scope);
  if (
    /(fetch|\.request|^request[a-z-]*|^(needle|undici|ofetch|gaxios|phin)|(axios|got|superagent)(\.(create|extend)\(\))?)$/.test(
      path,
    )
  ) {
    const method = [call.args[1], call.args[0]]
      .map((one) => program.fieldOf(one?.value, 'method', scope))
      .find((one) => one !== undefined);
    const word = method && program.constant(method.value, method.scope);
    return typeof word === 'string' && word.toUpperCase() === 'POST' && !isRead(call, scope);
  }
  return /\.(create|insert|append)([A-Z_]?\w*|\(\)\.execute)$/.test(path);
}

/** Clients that know nothing of the system they speak to. */
const plainClient =
  /fetch|Fetch|^(axios|got|ky|superagent|needle|request|undici|phin|bent|wretch|requests|httpx|aiohttp|urllib|gaxios|redaxios|centra|wreck|popsicle|simple-get|httpie|typed-rest-client)\b|^@(nestjs\/axios|hapi\/wreck)\b/;

/** What the function around it is called says what is posted, wherever it goes. */
const creating =
  /^_*(create|add|submit|insert|book|register|trigger|dispatch|deploy|launch|provision|invite|charge|reserve|make(?!_?([Aa]pi|[Hh]ttp|[Ss]lack)?_?([Rr]equest|[Cc]all|[Pp]ost|[Qq]uery)))_?[A-Za-z]*(?<!Token|Session|Client|Signature|Hash)$/;

/** The host is written out, here, where the names that stand for it are bound, or where the client was made. */
function hasAddress(call: Call, scope: Act['scope']): boolean {
  return addressTexts(call, scope).some((text) => /https?:\/\/[^{/]/.test(text));
}

function goesToSlack(call: Call, scope: Act['scope']): boolean {
  return addressTexts(call, scope).some((text) => /^https:\/\/slack\.com\/api\b/.test(text));
}

/** `https://slack.com/api/chat.postMessage`; an address that is computed may be any. */
function makesInSlack(call: Call, scope: Act['scope']): boolean {
  const [, method] =
    addressTexts(call, scope)
      .map((text) => /^https:\/\/slack\.com\/api\/([\w.]+)/.exec(text))
      .find((one) => one !== null) ?? [];
  return method === undefined || slackCreates.test(method);
}

function addressTexts({ callee, args }: Call, scope: Act['scope']): string[] {
  return [...args.slice(0, 2).map(({ value }) => value), callee].flatMap((one) => textsIn(one, scope));
}

/** Texts of an expression, also behind names. */
function textsIn(expr: Expr, home: Act['scope'], depth = 0): string[] {
  return everyExpr(expr).flatMap((one) => {
    if (one.form === 'text') return [one.fixed];
    if (one.form !== 'name' || depth > 1) return [];
    return lookUp(home, one.name).flatMap((binding) =>
      binding.is === 'value' ? textsIn(binding.value, binding.scope, depth + 1) : [],
    );
  });
}

/** A POST that asks: GraphQL queries, searches, tokens, translations, models. Also where the address stands in a name. */
function isRead(call: Call, scope: Act['scope']): boolean {
  return call.args.slice(0, 2).some(({ value }) => textsIn(value, scope).some((text) => asking.test(text)));
}

/** `{}` stands for a part that is computed, and begins no query. */
const asking =
  /^\s*(query\b|\{(?!\}))|(^|[/.])(_?search|query|graphql|oauth2?|auth\w*|login|tokens?|revoke\w*|translate|completions?|embeddings?|generateContent|predict|ingest|track|ask|summari[sz]e|chat(?=$|[?/]))(\b|[/?:_])|^(grant_type|refresh_token)$|https?:\/\/[^/{]*(openai|anthropic|googleapis\.com\/v1\w*\/models|generativelanguage|mistral|groq|cohere|huggingface|together|deepseek|perplexity|openrouter|bedrock|ollama|:11434)/i;

const insertText = /^\s*(insert\s+into|merge\s+into|replace\s+into)\s/i;
const sqlText = /^\s*(insert|update|delete|select|with|merge|call)\s/i;

function databaseEffect(program: Program, path: string, call: Call, scope: Act['scope']): Effect | undefined {
  const name = shortName(call);
  const text = statementOf(program, path, call, scope);
  if (text !== undefined)
    return sqlText.test(text) ? { kind: 'database', creates: insertText.test(text), isCertain: true, name } : undefined;
  const last = databaseCall.exec(path)?.at(-1) ?? nodeDatabase.exec(path)?.[1];
  // `insert(…).values(…).returning()`
  if (last !== undefined && /\.(insert|insertInto)\(\)/.test(path))
    return { kind: 'database', creates: true, isCertain: true, name };
  if (
    last !== undefined &&
    /^(select|first|count\w*|where|exec|execute|returning|single|maybeSingle|toArray|exists|query|put|scan)$/.test(last)
  )
    return { kind: 'database', creates: last === 'put', isCertain: true, name };
  const verb = last ?? documentCall.exec(path)?.[1] ?? '';
  if (/^(create|createMany|insert|insertOne|insertMany|insert_one|insert_many|add|addDoc|save)$/.test(verb))
    return { kind: 'database', creates: true, isCertain: true, name };
  return /^(update|updateOne|updateDoc|delete|deleteOne|deleteDoc|find\w*|upsert|aggregate|set|setDoc|get|getDocs?)$/.test(
    verb,
  )
    ? { kind: 'database', creates: false, isCertain: true, name }
    : undefined;
}

/** Clients and mappers of databases, by what they are made of, with the method at the end. */
const databaseCall =
  /^([\w./@-]*prisma[\w./-]*\.PrismaClient\(\)|mongoose\.([mM]odel|connection\.model)\(\)|mongodb\.MongoClient\(\)|monk(\.default)?\(\)|pymongo\.MongoClient\(\)|knex\(\)|drizzle-orm[\w./-]*\(\)|@supabase\/supabase-js\.createClient\(\)|firebase-admin[\w./]*\(\)|sequelize[\w.]*\(\)|@google-cloud\/(datastore|firestore)\.\w+\(\)|typeorm\.((Mongo)?Repository|DataSource|BaseEntity|getRepository|getManager|getConnection)\(\))[\w.()]*\.(\w+)$/;
const nodeDatabase =
  /^(?:@prisma\/[\w./-]+\(\)|@mikro-orm\/[\w./-]+\(\)|@nestjs\/typeorm[\w.]*\(\)|kysely\.Kysely\(\)|objection\.Model(?:\(\))?|bookshelf\(\)|dynamoose\.model\(\)|mongoose\.Model\(\)|mongodb\.(?:Db|Collection)\(\)|aws-sdk(?:\.|\/clients\/)(?:DynamoDB|dynamodb)(?:\.DocumentClient)?\(\)|faunadb\.Client\(\)|@supabase\/[\w./-]+\(\)|nedb[\w.-]*\(\)|sequelize-typescript\.Model(?:\(\))?|@replit\/database\(\))[\w.()]*\.(\w+)$/;
const documentCall = /^firebase\/firestore[\w/]*\.(\w+)$/;

/** The SQL that a call runs: its own, or that of the statement that was prepared before. */
function statementOf(program: Program, path: string, call: Call, scope: Act['scope']): string | undefined {
  if (/\.prepare\(\)\.(run|get|all|execute)$/.test(path) && call.callee.form === 'member') {
    const prepared = program.evaluate(call.callee.object, scope);
    const made = prepared?.is === 'outside' ? prepared.made : undefined;
    const sql = made?.call.args[0]?.value;
    return made && sql ? (sqlOf(sql) ?? namedText(program, sql, made.scope)) : undefined;
  }
  if (!/\.(query|execute|run|exec|\$queryRaw|\$executeRaw|raw|fetch|fetchrow|fetchval)$/.test(path)) return undefined;
  const given = call.args[0]?.value;
  // `query({ text, values })` of https://node-postgres.com/features/queries
  const first = given?.form === 'object' ? given.entries.find(({ key }) => key === 'text')?.value : given;
  return first && (sqlOf(first) ?? namedText(program, first, scope));
}

/** A statement that was given a name; what Python calls so is looked at by itself. */
function namedText(program: Program, expr: Expr, scope: Act['scope']): string | undefined {
  const text = expr.form === 'name' && scope.module.language !== 'python' ? program.constant(expr, scope) : undefined;
  return typeof text === 'string' ? text : undefined;
}

function sqlOf(expr: Expr): string | undefined {
  if (expr.form === 'text') return expr.fixed;
  return expr.form === 'call' && /^(text|sql)$/.test(expr.callee.form === 'name' ? expr.callee.name : '')
    ? sqlOf(expr.args[0]?.value ?? expr.callee)
    : undefined;
}

/** `client.chat.postMessage` as the source has it. */
export function shortName(call: Call): string {
  const parts: string[] = [];
  let here: Expr = call.callee;
  for (;;) {
    if (here.form === 'member') {
      parts.unshift(here.name ?? '[…]');
      here = here.object;
    } else if (here.form === 'call') {
      parts[0] = `()${parts.length > 0 ? `.${parts[0]}` : ''}`;
      here = here.callee;
    } else if (here.form === 'await') here = here.value;
    else {
      parts.unshift(here.form === 'name' ? here.name : '(…)');
      return parts.join('.').replaceAll('.()', '()').slice(0, 80);
    }
  }
}
