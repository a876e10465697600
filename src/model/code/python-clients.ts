// Python's clients of other systems, by the package that they come from: whatever one of them is asked to do goes over a network, or runs a program.
import type { EffectKind } from './known-effects.ts';

/** What a client is made by, up to its parentheses; each method of it that is called like work does wait. */
const clients: readonly (readonly [maker: string, kind: EffectKind])[] = [
  // Issues, code, deployments
  [
    '(gitlab\\.(client\\.)?Gitlab|bitbucket\\.\\w+|trello\\.TrelloClient|todoist_api_python\\.api\\.TodoistAPI(Async)?|clickup_python_sdk\\.\\w+|monday\\.MondayClient|pysnow\\.Client|azure\\.devops\\.connection\\.Connection|phabricator\\.Phabricator|redminelib\\.Redmine|shortcut\\w*\\.\\w+)',
    'http',
  ],
  [
    '(jenkins\\.Jenkins|jenkinsapi\\.jenkins\\.Jenkins|kubernetes\\.client(\\.\\w+)*\\.\\w+Api|docker\\.(from_env|DockerClient)|heroku3\\.from_key|consul\\.Consul|hvac\\.Client|paramiko\\.(client\\.)?SSHClient|fabric\\.Connection|netmiko\\.ConnectHandler|ldap3\\.Connection|proxmoxer\\.ProxmoxAPI)',
    'http',
  ],
  // Customers, money, sheets, pages
  [
    '(hubspot\\.(HubSpot|Client)|intercom\\.client\\.Client|shopify\\.\\w+|paypalrestsdk\\.\\w+|braintree\\.BraintreeGateway|stripe\\.StripeClient|pygsheets\\.authorize|airtable\\.Airtable|mailchimp_marketing\\.Client|dropbox\\.Dropbox|boxsdk\\.Client|O365\\.Account|exchangelib\\.Account|caldav\\.DAVClient|pyhubspot\\.\\w+|freshdesk\\.api\\.API|bamboohr?\\.\\w+|PyBambooHR(\\.\\w+)*\\.PyBambooHR)',
    'http',
  ],
  // Alarms and figures
  [
    '(pdpyras\\.(API|Events|ChangeEvents)\\w*Session|pagerduty\\.(RestApiV2Client|EventsApiV2Client|\\w+Client)|opsgenie_sdk\\.\\w+Api|datadog_api_client(\\.v\\d)?(\\.api)?(\\.\\w+)*\\.\\w+Api|grafana_client\\.GrafanaApi|elasticsearch\\.Elasticsearch|opensearchpy\\.OpenSearch|splunklib\\.client\\.connect|prometheus_api_client\\.\\w+|pinecone\\.(Pinecone|Index)|qdrant_client\\.QdrantClient|weaviate\\.(Client|connect_to_\\w+))',
    'http',
  ],
  // What people ask a bot for
  [
    '(spotipy(\\.client)?\\.Spotify|tweepy\\.(API|Client)|praw\\.Reddit|googlemaps\\.Client|pyowm\\.OWM|newsapi\\.NewsApiClient|giphy_client\\.\\w+|imgurpython\\.ImgurClient|wikipediaapi\\.Wikipedia|yfinance\\.(Ticker|Tickers)|alpha_vantage(\\.\\w+)+|deepl\\.(Translator|DeepLClient)|googletrans\\.Translator|deep_translator\\.\\w+|tavily\\.TavilyClient|serpapi\\.\\w+|duckduckgo_search\\.DDGS|firecrawl\\.FirecrawlApp|youtube_dl\\.YoutubeDL|yt_dlp\\.YoutubeDL|apify_client\\.ApifyClient|wolframalpha\\.Client|telegram\\.Bot|telebot\\.TeleBot|discord_webhook\\.DiscordWebhook)',
    'http',
  ],
  [
    'google\\.cloud\\.(bigquery|storage|translate(_v\\d)?|vision|speech|texttospeech|secretmanager(_v1)?|dialogflow(_v2)?|discoveryengine\\w*|documentai\\w*|run_v2|compute_v1|container_v1)\\.\\w*Client',
    'http',
  ],
  // HTTP by other names
  [
    '(requests_html\\.HTMLSession|requests_oauthlib\\.OAuth\\dSession|cloudscraper\\.create_scraper|requests_cache\\.CachedSession|httplib2\\.Http|tornado\\.httpclient\\.\\w*HTTPClient|http\\.client\\.HTTPS?Connection|gql\\.Client|python_graphql_client\\.GraphqlClient|zeep\\.Client|suds\\.client\\.Client|xmlrpc\\.client\\.ServerProxy|authlib\\.integrations\\.\\w+\\.\\w+|selenium\\.webdriver\\.\\w+)',
    'http',
  ],
  // Mail
  [
    '(flask_mail\\.Mail|yagmail\\.SMTP|sendgrid\\.(SendGridAPIClient|sendgrid\\.SendGridAPIClient)|mailjet_rest\\.Client|postmarker\\.core\\.PostmarkClient|fastapi_mail\\.FastMail)',
    'mail',
  ],
  // Models and what is built on them
  [
    '(vertexai\\.(preview\\.)?(generative_models|language_models)\\.\\w+(\\(\\)\\.start_chat|\\.from_pretrained)?|google\\.cloud\\.aiplatform(_v1)?\\.\\w+|cohere\\.(Client|ClientV2)|mistralai(\\.client)?\\.Mistral\\w*|huggingface_hub\\.InferenceClient|ollama\\.Client|llama_cpp\\.Llama|replicate\\.Client|crewai\\.Crew|pydantic_ai\\.Agent|smolagents\\.\\w+|strands\\.Agent|autogen(\\.\\w+)*\\.\\w+Agent|haystack(\\.\\w+)*\\.Pipeline|whisper\\.load_model|faster_whisper\\.WhisperModel|elevenlabs(\\.client)?\\.ElevenLabs|assemblyai\\.Transcriber|dspy\\.\\w+|azure\\.ai\\.(inference|openai|projects)(\\.\\w+)*\\.\\w+Client)',
    'model',
  ],
  ['(llama_index(\\.\\w+)*\\.\\w+[\\w.()]*\\.as_(query|chat)_engine)', 'model'],
  ['(langgraph\\.prebuilt(\\.\\w+)*\\.create_react_agent|langchain\\.agents\\.create_agent)', 'model'],
];

/** Called like work; what only reads an answer that has come is called otherwise. */
const work =
  '((get|list|find|fetch|search|query|create|add|insert|update|edit|delete|remove|send|post|put|patch|upload|download|append|run|execute|exec|build|trigger|invoke|ainvoke|start|stop|restart|scale|merge|comment|assign|transition|upsert|publish|submit|lookup|request|translate|read|replace|copy|move|open|save|trash|predict|generate|chat|stream|complete|completion|ask|transcribe|convert|kickoff|recognize|synthesize|detect|annotate|geocode|describe|access|play|geosearch|track|acknowledge|resolve|mutate|pull|push|load)(_\\w+)?|r(get|put|post|delete)|[a-z]+_query|history|directions|summary|page|info|extract_info|getresponse|fetchone|user_timeline|qna_search|text|scrape_url|crawl_url|weather_at_place)';
const made = clients.map(
  ([maker, kind]) =>
    [
      new RegExp(
        `^${maker}(\\(\\)((\\.\\w+)*\\.${work}|\\.\\w[\\w.()]*\\.(create|append|send|trigger|delete|exec)(_\\w+)?))$`,
      ),
      kind,
    ] as const,
);

const others: readonly (readonly [RegExp, EffectKind])[] = [
  [
    /^(wikipedia\.(summary|page|search|random)|feedparser\.parse|yfinance\.download|pywhatkit\.\w+|wget\.download|stripe\.(\w+\.)+(create|retrieve|list|modify|delete)|datadog\.api\.\w+\.\w+|todoist\.\w+\(\)\.\w+|gspread\.[\w.()]+\.(append_rows?|update(_\w+)?|get_all_\w+|insert_rows?|find|row_values|col_values)|shopify\.\w+\.(find|create)|tavily\.\w+\.search)$/,
    'http',
  ],
  [
    /^(urllib2?\.(urlopen|urlretrieve)|urllib\.request\.(urlopen|urlretrieve)|six\.moves\.urllib\.request\.urlopen|future\.moves\.urllib\.request\.urlopen|aiohttp\.request|google\.appengine\.api\.urlfetch\.fetch|(requests|httpx|niquests|grequests|botocore\.vendored\.requests|pip\._vendor\.requests)\.((Session|session|Client|AsyncClient)\(\)\.)?(get|post|put|patch|delete|head|request|stream)|urllib3\.(PoolManager\(\)\.)?(request|urlopen))$/,
    'http',
  ],
  [
    /^boto3\.resource\(\)\.(Object|Bucket|Instance|meta\.client)(\(\))?(\.\w+\(\))?\.(put|get|upload_file|upload_fileobj|put_object|download_file|delete|start|stop|terminate)$/,
    'http',
  ],
  [/^(resend\.Emails\.send|aiosmtplib\.send|aiosmtplib\.SMTP\(\)\.send_message)$/, 'mail'],
  [
    /^(os\.(system|popen)|subprocess\.(getoutput|getstatusoutput)|subprocess\.Popen\(\)\.(communicate|wait)|pexpect\.run|asyncio\.create_subprocess_(exec|shell)\(\)\.(communicate|wait))$/,
    'program',
  ],
  [
    /^openai\.(Model|Moderation|File|FineTune|Engine)\.\w+$|^openai\.(Azure)?OpenAI\(\)\.(models|moderations|files|vector_stores)\.\w+$/,
    'http',
  ],
  [
    /^(litellm\.a?completion|transformers\.pipeline\(\)|replicate\.(async_)?run|agents\.Runner\.run(_sync|_streamed)?|claude_agent_sdk\.query|ollama\.(chat|generate)|langchain[\w.]*\.(Chat(?!Prompt|Message|History|Generation|Result)\w+|\w*(OpenAI|Bedrock|LLM|Chain))\(\)|lang(chain|graph)[\w.]*\(\)\.(stream|astream|batch|abatch|apply|generate|call|acall|get_relevant_documents))$/,
    'model',
  ],
];

/** Undefined: no such client, or nothing that it would wait for. */
export function pythonClient(path: string): EffectKind | undefined {
  return (made.find(([pattern]) => pattern.test(path)) ?? others.find(([pattern]) => pattern.test(path)))?.[1];
}
