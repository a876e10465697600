// Which calls of libraries do something to the world, by the path from where their callee comes.
import { nodeEffects } from './node-effects.ts';

export type EffectKind = 'http' | 'slack' | 'mail' | 'model' | 'database' | 'queue' | 'wait' | 'program';

type Test = readonly [pattern: RegExp, kind: EffectKind];

const verbs = '(get|post|put|patch|delete|head|request|options)';

export const knownEffects: readonly Test[] = [
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
  [/^wretch(\.default)?\(\)(\.\w+\(\))*\.(get|post|put|patch|delete)$/, 'http'],
  [new RegExp(`^(requests|httpx)(\\.(Session|Client|AsyncClient|session)\\(\\))?\\.${verbs}$`), 'http'],
  [
    /^https?\.(get|request)$|^node-rest-client\.Client\(\)\.(get|post|put|patch|delete)$|^unirest\.(get|post|put)$/,
    'http',
  ],
  [new RegExp(`^aiohttp\\.ClientSession\\(\\)\\.${verbs}$`), 'http'],
  [/^urllib\.request\.urlopen$|^urllib3\.PoolManager\(\)\.request$/, 'http'],
  // Clients of other systems
  [/^(@octokit\/[\w-]+|octokit)\.Octokit\(\)(\.rest)?\.(?!hook|auth|log)[\w.]+$/, 'http'],
  [
    /^(@linear\/sdk|@notionhq\/client|jira\.js|jira-client|jira-connector|node-zendesk|asana|trello|@hubspot\/api-client|jsforce|stripe|twilio|googleapis|google-spreadsheet|@google-cloud\/(?!datastore|firestore|spanner|bigtable|pubsub|tasks)[\w-]+|@googleapis\/\w+|airtable|@mondaydotcomorg\/api|@gitbeaker\/[\w-]+|@atlassian\/[\w-]+|pagerduty|@pagerduty\/pdjs|clickup\.js|@sentry\/[\w-]+)[\w.]*\(\)[\w.()]*\.\w+$/,
    'http',
  ],
  [
    /^(jira\.JIRA|github\.Github|notion_client\.(Async)?Client|asana\.Client|linear\.\w+|zenpy\.Zenpy|atlassian\.(Jira|Confluence)|gspread\.\w+|pyairtable\.\w+|simple_salesforce\.Salesforce|stripe\.\w+|twilio\.rest\.Client)\(?\)?\.[\w.()]+$/,
    'http',
  ],
  [/^googleapiclient\.discovery\.build\(\)\.[\w.()]+\.execute$/, 'http'],
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
    /^openai\.(chat\.completions|responses|completions|images|audio\.\w+|embeddings|beta\.[\w.]+)\.(create|generate|edit|parse|create_and_poll|stream)$/,
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
  [
    /^langchain[\w.]*\.(from_chain_type|from_llm|load_\w*chain|LLMChain|ConversationChain|initialize_agent|AgentExecutor)\(\)$/,
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
  [
    /^pika\.[\w.()]*\.basic_publish$|^kafka\.KafkaProducer\(\)\.send$|^confluent_kafka\.Producer\(\)\.produce$|^google\.cloud\.(pubsub(_v1)?\.PublisherClient\(\)\.publish|tasks(_v2)?\.CloudTasksClient\(\)\.create_task)$/,
    'queue',
  ],
  [
    /^aws-sdk\.(SQS|SNS)\(\)\.(sendMessage(Batch)?|publish)$|^@aws-sdk\/client-(sqs|sns|lambda|sfn|eventbridge)\.\w+Client\(\)\.send$/,
    'queue',
  ],
  [/^@google-cloud\/(pubsub|tasks)[\w./]*\(\)[\w.()]*\.(publish\w*|createTask)$/, 'queue'],
  // Waiting and other programs
  [/^time\.sleep$|^asyncio\.sleep$/, 'wait'],
  ...nodeEffects,
  [/^subprocess\.(run|call|check_output|check_call)$|^child_process\.(execSync|spawnSync)$/, 'program'],
];
