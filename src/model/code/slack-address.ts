// Does the address of a route, or the file that it stands in, say that Slack sends to it?
import type { Func } from './syntax.ts';

/** `text` is that of the module; the way to the route and its file say as much as a word in it. */
export interface Place {
  readonly text: string;
  readonly file: string;
  readonly path: string | undefined;
}

/** `routes/slack.js` holds what stands below the address that it is mounted at. */
export function isSlackFile(file: string): boolean {
  return /slack/i.test(nameOf(file));
}

function nameOf(file: string): string {
  return file.split('/').at(-1) ?? '';
}

export const eventsAddress = /^events?$/i;
export const formsAddress =
  /^(commands?|slash(-?commands?)?|actions?|interactions?|interactiv(e|ity)(-endpoint)?|shortcuts?)$/i;

/** `/slack/events` as Slack's own pages call it, or `/events` of a file for Slack. */
export function isAddress({ path, file }: Place, word: RegExp): boolean {
  const parts = (path ?? file.replace(/(\/(route|index))?\.[cm]?[jt]sx?$/, ''))
    .split(/[/]/)
    .filter((one) => one !== '');
  const last = parts.at(-1) ?? '';
  if (/^slash(-?commands?)?$/i.test(last) && word.test(last)) return true;
  const [, joined = last] = /^slack[-_](.+)$/i.exec(last) ?? [];
  if (!word.test(joined)) return false;
  return (
    joined !== last || /^slack$/i.test(parts.at(-2) ?? '') || (parts.length === 1 && /^slack\b/i.test(nameOf(file)))
  );
}

/** `/webhooks/slack`, `api/slack/route.ts`: the address ends there. */
export function isBelowSlack({ path, file }: Place): boolean {
  return /(^|\/)slack$/i.test(path ?? file.replace(/(\/(route|index|\+server))?\.[cm]?[jt]sx?$/, ''));
}

/** `/slack/commands/help`: a part of the address for each command. */
export function isBelowAddress({ path = '' }: Place): boolean {
  const parts = path.split('/');
  const at = parts.findIndex((one) => /^slack$/i.test(one));
  return at >= 0 && parts.slice(at + 1).some((one) => formsAddress.test(one));
}

/** `slack_events`, `SlackEventsView`. */
export function isCalledForEvents({ path }: Place, { name }: Func): boolean {
  return [path, name].some((one) =>
    /^\/?slack_?(app|bot)?_?events?(_?(view|handler|endpoint|webhook|api\w*))?$/i.test(one ?? ''),
  );
}

export function isNamed({ text, file, path }: Place): boolean {
  return /slack/i.test(text) || /slack/i.test(path ?? '') || /slack/i.test(file);
}
