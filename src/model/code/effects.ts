// What a call does to the world, told from where its callee comes. What is not known here does nothing that anybody could claim.
import type { Act } from './act.ts';
import { awsEffect } from './aws-effects.ts';
import type { Program } from './program.ts';
import { lookUp } from './scope.ts';
import type { Call, Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

export type EffectKind = 'http' | 'slack' | 'mail' | 'model' | 'database' | 'queue' | 'wait' | 'program';

export interface Effect {
  readonly kind: EffectKind;
  /** Makes something new somewhere else: done twice it is there twice. */
  readonly creates: boolean;
  /** A POST to an address that is computed may ask as well as make. */
  readonly isCertain: boolean;
  /** How a person would call it. */
  readonly name: string;
}

type Test = readonly [pattern: RegExp, kind: EffectKind];

const verbs = '(get|post|put|patch|delete|head|request|options)';

const known: readonly Test[] = [
  // HTTP clients
  [
    /^global\.fetch\(\)?$|^global\.fetch$|^(node-fetch|cross-fetch|isomorphic-fetch|undici\.fetch|make-fetch-happen)$/,
    'http',
  ],
  [
    new RegExp(
      `^(axios|got|ky|superagent|needle|request|request-promise|request-promise-native|undici|phin|bent)(\\.(create|extend|defaults)\\(\\))?(\\.${verbs}|\\.stream)?$`,
    ),
    'http',
  ],
  [new RegExp(`^(requests|httpx)(\\.(Session|Client|AsyncClient|session)\\(\\))?\\.${verbs}$`), 'http'],
  [new RegExp(`^aiohttp\\.ClientSession\\(\\)\\.${verbs}$`), 'http'],
  [/^urllib\.request\.urlopen$|^urllib3\.PoolManager\(\)\.request$/, 'http'],
  // Clients of other systems
  [/^(@octokit\/[\w-]+|octokit)\.Octokit\(\)(\.rest)?\.(?!hook|auth|log)[\w.]+$/, 'http'],
  [
    /^(@linear\/sdk|@notionhq\/client|jira\.js|jira-client|jira-connector|node-zendesk|asana|trello|@hubspot\/api-client|jsforce|stripe|twilio|googleapis|@google-cloud\/[\w-]+|@googleapis\/\w+|airtable|@mondaydotcomorg\/api|@gitbeaker\/[\w-]+|@atlassian\/[\w-]+|pagerduty|@pagerduty\/pdjs|clickup\.js|@sentry\/[\w-]+)[\w.]*\(\)[\w.()]*\.\w+$/,
    'http',
  ],
  [
    /^(jira\.JIRA|github\.Github|notion_client\.(Async)?Client|asana\.Client|linear\.\w+|zenpy\.Zenpy|atlassian\.(Jira|Confluence)|gspread\.\w+|pyairtable\.\w+|simple_salesforce\.Salesforce|stripe\.\w+|twilio\.rest\.Client)\(?\)?\.[\w.()]+$/,
    'http',
  ],
  [/^@aws-sdk\/client-(bedrock[\w-]*|s3|ses|sesv2|textract|transcribe|comprehend)\.\w+Client\(\)\.send$/, 'http'],
  // Language models
  [
    /^openai\.(\w*OpenAI\(\)|OpenAIApi\(\)|ChatCompletion|Completion|Image|Embedding|Audio)\.?[\w.]*\.(create|acreate|generate|edit|createChatCompletion|createCompletion|createImage|parse|stream|create_and_poll|createAndPoll)$/,
    'model',
  ],
  [
    /^openai\.OpenAIApi\(\)\.create\w+$|^openai(\.OpenAI|\.AzureOpenAI|\.AsyncOpenAI|\.AsyncAzureOpenAI)?\(\)\.(chat\.completions|responses|completions|images|audio\.\w+|embeddings|beta\.[\w.]+)\.\w+$/,
    'model',
  ],
  // The package itself is a client as well, and others are built like it.
  [
    /^openai\.(chat\.completions|responses|completions|images|audio\.\w+|embeddings)\.(create|generate|edit|parse)$/,
    'model',
  ],
  [
    /^(groq|groq-sdk|together|together-ai|mistralai|@mistralai\/mistralai|cohere|cohere-ai|ollama)(\.\w+\(\)|\(\))?\.(chat(\.completions\.create|\.complete|\.stream)?|generate|completions\.create)$/,
    'model',
  ],
  [/^(@anthropic-ai\/sdk|anthropic)[\w.]*\(\)\.(messages|completions)\.\w+$/, 'model'],
  [
    /^(@google\/generative-ai|google\.generativeai|@google\/genai|google\.genai)[\w.()]*\.(generateContent|generate_content|sendMessage|send_message|generateContentStream|generate_content_async)$/,
    'model',
  ],
  [
    /^(langchain|@langchain|llama_index|langchain_\w+|llama-index|langgraph)[\w.@/()-]*\.(invoke|ainvoke|call|run|arun|predict|chat|query|aquery)$/,
    'model',
  ],
  [/^ai\.(generateText|generateObject)$|^replicate[\w.()]*\.run$|^litellm\.a?completion$/, 'model'],
  // Mail
  [
    /^nodemailer\.createTransport\(\)\.sendMail$|^@sendgrid\/mail\.send$|^smtplib\.SMTP(_SSL)?\(\)\.(sendmail|send_message)$|^resend\.Resend\(\)\.emails\.send$|^django\.core\.mail\.\w+$/,
    'mail',
  ],
  // Queues
  [
    /^(bullmq\.Queue|bull|bull\.Queue|bull\.default)\(\)\.add(Bulk)?$|^pg-boss(\.\w+)?\(\)\.(send|insert|publish)$|^bee-queue\(\)\.createJob\(\)\.save$|^rq\.Queue\(\)\.enqueue(_call)?$|^graphile-worker\.(quickAddJob|makeWorkerUtils\(\)\.addJob)$/,
    'queue',
  ],
  // Waiting and other programs
  [/^time\.sleep$|^asyncio\.sleep$/, 'wait'],
  [/^subprocess\.(run|call|check_output|check_call)$|^child_process\.(execSync|spawnSync)$/, 'program'],
];

const slackCall =
  /^(slack\.((args|context)\.)?client|slack\.socket\.web_client|@slack\/(?:web-api|client)\.WebClient\(\)|slack_sdk(\.web(\.async_client|\.client)?)?\.(Async)?WebClient\(\)|slack_sdk\.web\.async_client\.AsyncWebClient\(\)|slack\.WebClient\(\)|slackclient\.SlackClient\(\)|(@slack\/bolt|slack_bolt[\w.]*)\.(Async)?App\(\)\.client)\.([\w.]+)$/;
/** Methods of the Web API that make something new. */
export const slackCreates =
  /^(chat\.?_?(postMessage|postEphemeral|scheduleMessage)|chat_(postMessage|postEphemeral|scheduleMessage)|files[._]upload(V2|_v2)?|files_upload(_v2)?|conversations[._]create|reminders[._]add|canvases[._]create)$/;

/** Undefined: nothing that is known to be slow or to make something. */
export function effectOf(program: Program, { path, expr, scope, local }: Act): Effect | undefined {
  if (path === undefined || local !== undefined || expr?.form !== 'call') return undefined;
  if (/^slack\.((args|context)\.)?(say|respond)$/.test(path))
    return { kind: 'slack', creates: true, isCertain: true, name: path.slice(6) };
  const method = slackCall.exec(path)?.at(-1);
  if (method !== undefined)
    return isApiMethod(method)
      ? { kind: 'slack', creates: slackCreates.test(method), isCertain: true, name: shortName(expr) }
      : undefined;
  const aws = awsEffect(program, path, expr, scope);
  if (aws) return { ...aws, isCertain: true, name: shortName(expr) };
  const kind = known.find(([pattern]) => pattern.test(path))?.[1];
  if (kind !== undefined) {
    if (kind === 'wait' && !isLong(program, expr, scope)) return undefined;
    const isCertain = kind !== 'http' || !plainClient.test(path) || hasAddress(expr, scope);
    const isSlack = kind === 'http' && plainClient.test(path) && goesToSlack(expr, scope);
    return {
      kind: isSlack ? 'slack' : kind,
      creates: createsSomething(program, path, expr, scope, kind),
      isCertain,
      name: shortName(expr),
    };
  }
  return databaseEffect(path, expr);
}

function isApiMethod(method: string): boolean {
  return (
    /^([a-z]+[A-Za-z]*\.)+[a-zA-Z]+$|^[a-z]+_\w+$|^apiCall$|^api_call$/.test(method) &&
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
  if (/(fetch|\.request|axios|got|superagent)$/.test(path)) {
    const options = call.args[1]?.value ?? call.args[0]?.value;
    const method = program.fieldOf(options, 'method', scope);
    const word = method && program.constant(method.value, method.scope);
    return typeof word === 'string' && word.toUpperCase() === 'POST' && !isRead(call, scope);
  }
  return /\.(create|insert|append)[A-Z_]?\w*$/.test(path);
}

/** Clients that know nothing of the system they speak to. */
const plainClient = /fetch|^(axios|got|ky|superagent|needle|request|undici|phin|bent|requests|httpx|aiohttp|urllib)\b/;

/** The host is written out, here or where the names that stand for it are bound. */
function hasAddress(call: Call, scope: Act['scope']): boolean {
  return call.args.slice(0, 2).some(({ value }) => textsIn(value, scope).some((text) => /https?:\/\/[^{/]/.test(text)));
}

function goesToSlack(call: Call, scope: Act['scope']): boolean {
  return call.args
    .slice(0, 2)
    .some(({ value }) => textsIn(value, scope).some((text) => /^https:\/\/slack\.com\/api\b/.test(text)));
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
  /^\s*(query\b|\{(?!\}))|(^|[/.])(_?search|query|graphql|oauth2?|auth\w*|login|tokens?|revoke\w*|translate|completions?|embeddings?|generateContent|predict|ingest|track)(\b|[/?:_])|^(grant_type|refresh_token)$|https?:\/\/[^/{]*(openai|anthropic|googleapis\.com\/v1\w*\/models|generativelanguage|mistral|groq|cohere|huggingface|together|deepseek|perplexity|openrouter|bedrock|ollama|:11434)/i;

const insertText = /^\s*(insert\s+into|merge\s+into|replace\s+into)\s/i;
const sqlText = /^\s*(insert|update|delete|select|with|merge)\s/i;

function databaseEffect(path: string, call: Call): Effect | undefined {
  const name = shortName(call);
  const [first] = call.args;
  const text = first && sqlOf(first.value);
  if (
    text !== undefined &&
    /\.(query|execute|run|exec|\$queryRaw|\$executeRaw|raw|fetch|fetchrow|fetchval)$/.test(path)
  )
    return sqlText.test(text) ? { kind: 'database', creates: insertText.test(text), isCertain: true, name } : undefined;
  const orm =
    /^(@prisma\/client\.PrismaClient\(\)|mongoose\.model\(\)|mongodb\.MongoClient\(\)|pymongo\.MongoClient\(\)|knex\(\)|drizzle-orm[\w./-]*\(\)|@supabase\/supabase-js\.createClient\(\)|firebase-admin[\w./]*\(\)|sequelize[\w.]*\(\))[\w.()]*\.(\w+)$/.exec(
      path,
    );
  if (!orm) return undefined;
  const verb = orm.at(-1) ?? '';
  if (/^(create|createMany|insert|insertOne|insertMany|insert_one|insert_many|add|save)$/.test(verb))
    return { kind: 'database', creates: true, isCertain: true, name };
  return /^(update|updateOne|delete|deleteOne|find\w*|upsert|aggregate|set|get)$/.test(verb)
    ? { kind: 'database', creates: false, isCertain: true, name }
    : undefined;
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
