// What packages for Node do to the world, beside those that have a namesake in Python: whole families, by the package that a callee
// comes from.
import type { EffectKind } from './known-effects.ts';
import { clients, systems } from './node-packages.ts';

const verbs = '(get|post|put|patch|delete|del|head|request|options|send|sendStream)';

/** Made by a factory, by another instance, or known by its declared type alone. */
const instance =
  '(\\.default|\\.(create|extend|defaults|agent|session|instance)\\(\\)|\\.(Axios|AxiosInstance|AxiosStatic|Got|KyInstance|HttpService|RestClient|HttpClient|axios|got|ky|request|fetch|\\$fetch|ofetch|gaxios|Gaxios)(\\(\\)(?=\\.|$))?|\\.axiosRef)*';

const mailers = [
  'nodemailer(\\.default)?\\.(createTransport|Transporter)\\(\\)\\.sendMail',
  '@sendgrid/mail(\\.MailService\\(\\))?\\.(send|sendMultiple)',
  '(mailgun-js|mailgun\\.js)[\\w.()]*\\.(create|send)',
  'postmark\\.\\w+\\(\\)\\.(sendEmail\\w*|send)',
  '(email-templates|@nestjs-modules/mailer\\.MailerService|emailjs)[\\w.]*\\(\\)\\.(send|sendMail)',
  '(sib-api-v3-sdk|@getbrevo/brevo)[\\w.]*\\(\\)\\.send\\w+',
  '(sparkpost|mandrill-api|@mailchimp/mailchimp_transactional)[\\w.()]*\\.send',
  'node-mailjet[\\w.()]*\\.(request|post)',
  'resend\\.Resend\\(\\)\\.(emails\\.(send|create)|batch\\.send)',
  '@aws-sdk/client-sesv?2?\\.SESv?2?\\(\\)\\.send\\w+',
  'aws-sdk(\\.|/clients/)(SES|ses|SESV2)\\(\\)\\.send\\w+',
].join('|');

const queues = [
  '(bull|bullmq)(\\.default)?(\\.(Queue|FlowProducer))?\\(\\)\\.(add|addBulk)',
  'agenda(\\.\\w+)?\\(\\)\\.(now|schedule|create)',
  'amqplib[\\w./()]*\\.(sendToQueue|publish)',
  'kafkajs\\.[\\w.()]*\\.producer\\(\\)\\.(send|sendBatch)',
  '@nestjs/microservices\\.ClientProxy\\(\\)\\.(emit|send)',
  'inngest\\.Inngest\\(\\)\\.send',
  '@trigger\\.dev/sdk[\\w/.()]*\\.(trigger|triggerAndWait|batchTrigger|sendEvent)',
  '@upstash/(qstash|workflow)[\\w.()]*\\.(publish|publishJSON|enqueue|enqueueJSON|trigger)',
  '@temporalio/client[\\w.()]*\\.start',
  '@azure/(service-bus|storage-queue)[\\w.()]*\\.send\\w+',
  '(nats|mqtt)\\.[\\w.()]*\\.publish',
  'aws-sdk(\\.|/clients/)(SQS|SNS|sqs|sns|EventBridge|StepFunctions)\\(\\)\\.(sendMessage(Batch)?|publish|putEvents|startExecution)',
  '@aws-sdk/client-(sqs|sns|eventbridge|sfn)\\.(SQS|SNS|EventBridge|SFN)\\(\\)\\.(sendMessage(Batch)?|publish|putEvents|startExecution)',
  '(kue|bee-queue|better-queue)[\\w.()]*\\.(save|push)',
].join('|');

const models = [
  'ai\\.(streamText|streamObject|embed|embedMany|generateImage|experimental_generateImage|transcribe|experimental_transcribe)',
  'ai\\.\\w*Agent\\(\\)\\.(generate|stream)',
  '@openai/agents[\\w.]*\\.(run|Runner\\(\\)\\.run)',
  'chatgpt\\.\\w+\\(\\)\\.sendMessage',
  '@anthropic-ai/(claude-agent-sdk|claude-code)\\.query',
  '@anthropic-ai/[\\w-]+[\\w.]*\\(\\)\\.(beta\\.)?(messages|completions)\\.\\w+',
  '@google-cloud/(vertexai|aiplatform)[\\w.()]*\\.(generateContent|generateContentStream|sendMessage|sendMessageStream|predict)',
  '@azure/openai\\.OpenAIClient\\(\\)\\.(getChatCompletions|getCompletions|streamChatCompletions|getImages)',
  '@huggingface/inference\\.\\w+\\(\\)\\.\\w+',
  '(openai-api|openai-node)[\\w.]*\\(\\)\\.\\w+',
  '@aws-sdk/client-bedrock[\\w-]*\\.\\w+\\(\\)\\.(send|converse|invokeModel|invokeAgent|retrieveAndGenerate)',
  'aws-sdk(\\.|/clients/)(BedrockRuntime|LexRuntime(V2)?)\\(\\)\\.\\w+',
  '@mastra/[\\w/-]+[\\w.()]*\\.(generate|stream)',
  'llamaindex[\\w./()]*\\.(query|chat|complete)',
  '@(fal-ai|deepgram|elevenlabs|cohere-ai|ai21)/[\\w.()/-]*\\.(run|subscribe|transcribe\\w*|generate|convert|chat)',
  'assemblyai\\.AssemblyAI\\(\\)\\.transcripts\\.\\w+',
].join('|');

/** Global ones, and those whose callee has a form of its own. */
const others =
  '\\$fetch|global\\.(\\$fetch|UrlFetchApp\\.fetch(All)?|XMLHttpRequest\\(\\)\\.send)|follow-redirects\\.https?\\.(get|request)|(wretch(\\.default)?\\(\\)[\\w.()]*|bent\\(\\))(\\.(get|post|put|patch|delete))?(\\(\\))?';

export const nodeEffects: readonly (readonly [pattern: RegExp, kind: EffectKind])[] = [
  [new RegExp(`^(${models})$`), 'model'],
  [new RegExp(`^(${mailers})$`), 'mail'],
  [new RegExp(`^(${queues})$`), 'queue'],
  [new RegExp(`^(${clients})${instance}(\\(\\))?(\\.${verbs})?$`), 'http'],
  [new RegExp(`^(${others})$`), 'http'],
  // What a package of a system is asked first makes the client; only what that does goes out.
  [
    new RegExp(`^(${systems})(\\.[\\w]+)*\\(\\)[\\w.()$]*\\.(?!hook|auth$|log|on$|once$|off$|use$|set\\w*$)\\w+$`),
    'http',
  ],
  [/^(@octokit\/(graphql|request)|graphql-request)(\.(graphql|request|gql))?(\.defaults\(\))?$/, 'http'],
  [
    /^@aws-sdk\/client-(?!dynamodb|bedrock|sqs|sns|lambda|sfn|eventbridge|rds-data|cloudwatch-logs)[\w-]+\.\w+\(\)\.\w+$/,
    'http',
  ],
  [
    /^aws-sdk(\.|\/clients\/)(S3|s3|Lambda|lambda|Comprehend|Translate|Rekognition|Polly|EC2|ec2|ECS|ecs|CodePipeline|CodeBuild|SecretsManager|SSM|CostExplorer|IAM|iam)\(\)\.\w+$/,
    'http',
  ],
  [/^(puppeteer|puppeteer-core|playwright|playwright-core|@playwright\/test)[\w.]*\.(launch|connect)$/, 'program'],
  [/^(execa(\.\w+)?|zx\.\$|shelljs\.exec|child_process\.(execFileSync))$/, 'program'],
];
