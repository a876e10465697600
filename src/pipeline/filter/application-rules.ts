// The rules for an application that was there before: it goes on deciding what it reacts to, and meets each thing once.
import type { SlackRules } from './slack-filter.ts';

/** Its own messages, edits and deletions stay out, as they are what makes a second task of one message. */
export const applicationRules: SlackRules = {
  types: ['*'],
  subtypes: ['*'],
  otherBots: 'accept',
  intent: 'message',
};
