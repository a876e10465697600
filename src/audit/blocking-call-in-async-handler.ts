// Does one call stop every other handler of the process?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { chainOf, placeOf } from '../model/code/answers.ts';
import { awaitedIn } from '../model/code/awaited-calls.ts';
import { pythonClient } from '../model/code/python-clients.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly name: string;
}

export const blockingCallInAsyncHandler = defineRule<AuditInput, Args>({
  id: 'blocking-call-in-async-handler',
  title: 'A blocking call in an asynchronous handler',
  severity: 'warning',
  problem:
    'In an asynchronous app one thread serves all events. A blocking call stops the acknowledgements of all others for as long as it takes: they come late, and Slack sends those events again.',
  fix: [
    'Use the asynchronous client (httpx.AsyncClient, aiohttp, asyncio.sleep), or run the call with asyncio.to_thread.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    // What a session of SQLAlchemy is made of may stand anywhere.
    const isPlain = !program.modules.some(({ module }) => module.text.includes('sqlalchemy.ext.asyncio'));
    return [...listeners, ...routes].flatMap(({ handler, acts, language }) => {
      if (language !== 'python' || !handler?.isAsync) return [];
      return acts.flatMap((act) => {
        if (act.handedTo !== undefined || seen.has(act.expr) || !blocks(act, isPlain)) return [];
        seen.add(act.expr);
        return [found(this.id, placeOf(act), { name: act.path ?? '' }, { related: chainOf(act) })];
      });
    });
  },
  say: ({ name }) => `${name} blocks the event loop: while it waits, no other event of this process is acknowledged.`,
});

/** In a plain function that an asynchronous one calls, nothing can be awaited. */
function blocks({ expr, path, scope }: Act, isPlain: boolean): boolean {
  if (path === undefined || expr?.form !== 'call') return false;
  if (blocking.test(path)) return true;
  if (/async|aio|\.(acall|ainvoke|astream|abatch|acompletion|arun)\b/i.test(path)) return false;
  const kind = pythonClient(path);
  if ((kind === undefined || isUnsure.test(path)) && !drivers.test(path) && !(isPlain && sessions.test(path)))
    return false;
  return scope.fn === undefined || !awaitedIn(scope.fn).has(expr);
}

/** They have methods that only make something to wait for. */
const isUnsure =
  /^(agents\.|claude_agent_sdk|telegram|pydantic_ai\.Agent\(\)\.run(_stream)?$|tornado|gql|replicate\.async)/;

/** https://pymongo.readthedocs.io/en/stable/, https://www.psycopg.org/docs/ and their likes wait for the server. */
const drivers =
  /^((psycopg2|pymysql|MySQLdb|mysql\.connector|pyodbc|cx_Oracle|oracledb)(\.pool)?\.([\w.()]*\.(execute|executemany)|connect)|google\.cloud\.(firestore(_v1)?|datastore)\.Client\(\)[\w.()]*\.(get|set|add|update|delete|put|stream|create)|pymongo\.(mongo_client\.)?MongoClient\(\)[\w.()]*\.(find_one\w*|insert_\w+|update_\w+|delete_\w+|count_documents)|boto3\.(resource\(\)\.Table\(\)\.(get_item|put_item|update_item|delete_item|query|scan)|client\(\)\.(?!generate_|get_paginator|get_waiter)[a-z]+_\w+|client\(\)\.(invoke|converse|publish|scan|query)))$/;

/** https://docs.sqlalchemy.org/en/20/orm/extensions/asyncio.html is the other way. */
const sessions =
  /^(?!.*\b(execute|scalars?)\(\)\.)(sqlalchemy\.(orm\.)?(session\.)?(sessionmaker|scoped_session|Session|create_engine)|flask_sqlalchemy\.SQLAlchemy)\(\)[\w.()]*\.(execute|commit|flush|scalars?|all|first|one|one_or_none)$/;

/** Clients that wait; the asynchronous ones are called otherwise. */
const blocking =
  /^(requests\.((Session|session)\(\)\.)?(get|post|put|patch|delete|request)|httpx\.((Client\(\)\.)?(get|post|put|patch|delete|request))|time\.sleep|urllib\.request\.urlopen|subprocess\.(run|call|check_output|check_call)|openai\.(ChatCompletion|Completion|Image|Embedding|Audio)\.(create|transcribe)|langchain[\w.]*\.(from_chain_type|from_llm|load_\w*chain|LLMChain|ConversationChain|initialize_agent|AgentExecutor)\(\)|openai\.((Azure)?OpenAI\(\)\.)?(chat\.completions|responses|completions|images|embeddings|audio\.\w+|beta\.[\w.]+)\.(create|generate|parse|edit)|(groq\.Groq|together\.Together)\(\)\.chat\.completions\.create|ollama\.(chat|generate)|googleapiclient\.discovery\.build\(\)\.[\w.()]+\.execute|anthropic\.Anthropic\(\)\.(messages|completions)\.create|slack_sdk(\.web(\.client)?)?\.WebClient\(\)\.[a-z]+_\w+|lang(chain|graph)[\w.]*\(\)[\w.()]*\.(run|invoke|predict)|google\.(generativeai\.GenerativeModel\(\)(\.start_chat\(\))?|genai\.Client\(\)\.models)\.(generate_content|send_message)|(jira\.JIRA|github\.Github|notion_client\.Client|atlassian\.(Jira|Confluence)|gspread\.\w+|twilio\.rest\.Client|simple_salesforce\.Salesforce|zenpy\.Zenpy)\(\)\.[\w.()]*(create|add|get|search|find|update|open|append|send|query|transition|issue|project|comment|myself)\w*)$/;
