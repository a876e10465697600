// Does one call stop every other handler of the process?
import type { AuditInput } from '../model/audit-input.ts';
import { chainOf, placeOf } from '../model/code/answers.ts';
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
  check({ listeners, routes }) {
    const seen = new Set<unknown>();
    return [...listeners, ...routes].flatMap(({ handler, acts, language }) => {
      if (language !== 'python' || !handler?.isAsync) return [];
      return acts.flatMap((act) => {
        if (act.handedTo !== undefined || seen.has(act.expr) || !blocking.test(act.path ?? '')) return [];
        seen.add(act.expr);
        return [found(this.id, placeOf(act), { name: act.path ?? '' }, { related: chainOf(act) })];
      });
    });
  },
  say: ({ name }) => `${name} blocks the event loop: while it waits, no other event of this process is acknowledged.`,
});

/** Clients that wait; the asynchronous ones are called otherwise. */
const blocking =
  /^(requests\.((Session|session)\(\)\.)?(get|post|put|patch|delete|request)|httpx\.((Client\(\)\.)?(get|post|put|patch|delete|request))|time\.sleep|urllib\.request\.urlopen|subprocess\.(run|call|check_output|check_call)|openai\.(ChatCompletion|Completion|Image|Embedding)\.create|openai\.((Azure)?OpenAI\(\)\.)?(chat\.completions|responses|completions|images|embeddings|audio\.\w+|beta\.[\w.]+)\.(create|generate|parse|edit)|(groq\.Groq|together\.Together)\(\)\.chat\.completions\.create|ollama\.(chat|generate)|googleapiclient\.discovery\.build\(\)\.[\w.()]+\.execute|anthropic\.Anthropic\(\)\.(messages|completions)\.create|slack_sdk(\.web(\.client)?)?\.WebClient\(\)\.[a-z]+_\w+|lang(chain|graph)[\w.]*\(\)[\w.()]*\.(run|invoke|predict)|google\.(generativeai\.GenerativeModel\(\)(\.start_chat\(\))?|genai\.Client\(\)\.models)\.(generate_content|send_message)|(jira\.JIRA|github\.Github|notion_client\.Client|atlassian\.(Jira|Confluence)|gspread\.\w+|twilio\.rest\.Client|simple_salesforce\.Salesforce|zenpy\.Zenpy)\(\)\.[\w.()]*(create|add|get|search|find|update|open|append|send|query|transition)\w*)$/;
