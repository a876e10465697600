// The few files of the tree that are about Slack: listeners of an app and what only has the word.

/**
 * Undefined for a file that knows nothing of it. `head` stands before its other code and `tail` behind. Of 500 files six have the word,
 * three of which only name it, and two more are imported by a listener.
 */
export function slackFiles(kind, i) {
  const place = i % 500;
  if (place === 11) return { name: `slack-listener-${i}`, ...listener[kind](i) };
  if (place === 12) return { name: `tickets-${i}`, ...tickets[kind](i) };
  if (place === 13) return { name: `tracker-${i}`, head: '', tail: tracker[kind] };
  if (place === 50) return { name: `settings-${i}`, head: settings[kind], tail: '' };
  if (place === 130) return { name: `notify-${i}`, head: '', tail: notifies[kind] };
  return place % 100 === 90 && place > 200 ? { name: `channels-${i}`, head: mentions[kind], tail: '' } : undefined;
}

const listener = {
  ts: (i) => ({
    head: `import { App } from '@slack/bolt';\nimport { createTicket } from './tickets-${i + 1}';`,
    tail: `
const app = new App({ token: process.env.SLACK_BOT_TOKEN, signingSecret: process.env.SLACK_SIGNING_SECRET });
app.event('app_mention', async ({ event, say }) => {
  const ticket = await createTicket(event.text);
  await say({ text: \`made \${ticket.id}\`, thread_ts: event.ts });
});
app.command('/ticket${i}', async ({ command, ack, respond }) => {
  const ticket = await createTicket(command.text);
  await ack();
  await respond(\`made \${ticket.id}\`);
});`,
  }),
  py: (i) => ({
    head: `from slack_bolt import App\nfrom .tickets_${i + 1} import create_ticket\napp = App()`,
    tail: `
@app.event("app_mention")
def mentioned(event, say):
    made = create_ticket(event["text"])
    say(text=f"made {made}", thread_ts=event["ts"])

@app.command("/ticket${i}")
def ticket(ack, command):
    create_ticket(command["text"])
    ack()
`,
  }),
};

const tickets = {
  ts: (i) => ({
    head: `import { post } from './tracker-${i + 1}';`,
    tail: `
export async function createTicket(text: string) {
  return post({ text, labels: ['chat'] });
}`,
  }),
  py: (i) => ({
    head: `from .tracker_${i + 1} import post`,
    tail: `
def create_ticket(text):
    return post({"text": text, "labels": ["chat"]})
`,
  }),
};

const tracker = {
  ts: `
export async function post(ticket: object) {
  const answer = await fetch('https://tracker.example/issues', { method: 'POST', body: JSON.stringify(ticket) });
  return answer.json();
}`,
  py: `
import requests
def post(ticket):
    return requests.post("https://tracker.example/issues", json=ticket).json()
`,
};

const settings = {
  ts: "export const settings = { slackToken: process.env.SLACK_TOKEN ?? '', slackChannel: '#alerts', region: 'eu' };",
  py: 'import os\nSLACK_TOKEN = os.environ.get("SLACK_TOKEN", "")\nSLACK_CHANNEL = "#alerts"',
};

const mentions = {
  ts: "// Slack, mail and SMS are told of what happens to an order.\nexport type Channel = 'slack' | 'mail' | 'sms';",
  py: '# Slack, mail and SMS are told of what happens to an order.\nCHANNELS = ("slack", "mail", "sms")',
};

const notifies = {
  ts: `
export async function notifySlack(text: string): Promise<void> {
  const answer = await fetch(process.env.SLACK_WEBHOOK_URL ?? '', { method: 'POST', body: JSON.stringify({ text }) });
  if (!answer.ok) logger.warn('slack was not told', { status: answer.status });
}`,
  py: `
def notify_slack(text):
    answer = requests.post(os.environ["SLACK_WEBHOOK_URL"], json={"text": text})
    if answer.status_code != 200:
        logger.warning("slack was not told")
`,
};
