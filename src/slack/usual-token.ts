// The variable in which the token of a bot is looked for where the configuration names none; Bolt's own name for it.
export const usualToken = 'SLACK_BOT_TOKEN';
