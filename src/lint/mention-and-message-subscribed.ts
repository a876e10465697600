// Is a mention in a channel delivered twice, as app_mention and as a message?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { type Subscribed, slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { mentionableMessages } from '../providers/slack/event-list.ts';

interface Args {
  readonly messages: readonly string[];
  /** Undefined: the code was not looked at. False: whether it does could not be seen. */
  readonly bothAct: boolean | undefined;
}

export const mentionAndMessageSubscribed = defineRule<LintInput, Args>({
  id: 'mention-and-message-subscribed',
  title: 'A mention in a channel arrives twice',
  severity: 'note',
  problem:
    'Slack sends a message that mentions the app as app_mention and again as a message event of its channel: two event ids, one channel and ts, no order. That is normal, and harmless as long as only one of the two makes something. Handlers for both that both create make two tasks from one message.',
  fix: [
    'Let one entry point create, and let the other ignore a message that mentions the app.',
    'Key the create on channel and ts of the message, not on the event id.',
  ],
  check({ files, code }) {
    return slackManifests({ files }).flatMap(({ events }) => {
      const mention = events.find(({ name }) => name === 'app_mention');
      const messages = events.filter(({ name }) => mentionableMessages.includes(name));
      const [first] = messages;
      if (!mention || !first || isHarmless(code)) return [];
      const bothAct = code?.bothAct;
      const handlers = bothAct ? [code?.mention, code?.message].filter((one) => one !== undefined) : [];
      const related = [...messages.map(subscribedHere), ...handlers.map((one) => noted(one, 'handled here'))];
      const args = { messages: messages.map(({ name }) => name), bothAct };
      return [found(this.id, mention.location, args, { related, ...(bothAct && { severity: 'error' }) })];
    });
  },
  say: ({ messages, bothAct }) =>
    `A message that mentions the app comes as app_mention and as ${messages.join(', ')}, under two event ids${bothAct === undefined ? '' : bothAct ? ', and the code acts on both' : ', and the code may act on both'}.`,
});

/** Code that was read and keeps the two apart makes the overlap a fact without consequence. */
function isHarmless(code: LintInput['code']): boolean {
  return code !== undefined && !code.bothAct && !code.mayBothAct;
}

function subscribedHere({ location, name }: Subscribed) {
  return noted(location, `${name} is subscribed here`);
}
