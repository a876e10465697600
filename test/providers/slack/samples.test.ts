// Payloads that Slack's own kits test with, where a folder of them lies beside the clone: each is read, or listed here why not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { field } from '../../../src/providers/slack/value.ts';
import { slack } from '../../../src/providers/slack.ts';

/** Beside a clone, or beside the folder of several work trees. */
const places = ['../../../../shared/slack-samples/', '../../../../../shared/slack-samples/'];
const samples = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));

/** What is not an event, and what names nothing by which it could be told from the next. */
const noEvent: readonly [RegExp, string][] = [
  [/\/(url_verification|app_rate_limited|hello)\./, 'Slack asks or tells, nobody acted'],
  [/\/(block|dialog)_suggestion\./, 'a read at every keystroke'],
  [/\/java-json-logs\//, 'shapes: every value is blank'],
  [/SlackRequestParserTest(-2)?\.json$/, 'cut down for a parser: nobody acted, nothing is named'],
];
const noKey: readonly [RegExp, string][] = [
  [/\/java-json-logs\//, 'shapes: every value is blank'],
  [/\/dialog_submission\.bolt-python-internals\.json$/, 'cut down for a parser: no moment'],
];
/** People's words and names, and whatever opens a door. */
const forbidden =
  /^(text|name|username|real_name|email|token|bot_access_token|response_url|domain|value|title|url|private_metadata|challenge)$/;

function payloads(folder: string): [string, unknown][] {
  const path = join(samples ?? '', folder);
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, JSON.parse(readFileSync(join(path, name), 'utf8'))]);
}

function wordsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return forbidden.test(name) && value !== '' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => wordsOf(inner, key));
}

/** Without those that have their reason in the list. */
function unexplained(names: readonly string[], reasons: readonly [RegExp, string][]): string[] {
  return names.filter((name) => !reasons.some(([pattern]) => pattern.test(name)));
}

const provider = slack('slack');
const folders = ['events', 'events/java-json-logs', 'events-inner', 'interactive', 'slash-commands', 'socket-mode'];

test(samples ? 'every sample is read' : 'no folder of samples lies beside this clone: none was read', () => {
  const unread: string[] = [];
  const unkeyed: string[] = [];
  let read = 0;
  for (const folder of samples ? folders : []) {
    for (const [name, given] of payloads(folder)) {
      const inner = folder === 'events-inner';
      const payload = inner ? { type: 'event_callback', event_id: 'Ev1', team_id: 'T1', event: given } : given;
      const fields = folder === 'slash-commands' ? field(payload, 'fields') : payload;
      const event = provider.read(fields, {});
      if (!event) unread.push(`${folder}/${name}`);
      else if (!event.key) unkeyed.push(`${folder}/${name}`);
      const words = new Set(wordsOf(given));
      for (const [key, value] of Object.entries(event?.fields ?? {})) {
        expect(words.has(value), `${name}: ${key} is somebody's text`).toBe(false);
        expect(value, `${name}: ${key}`).not.toMatch(/\s|:\/\/|xox|redacted|@/);
      }
      if (event) expect(provider.subjectOf(event.fields)).toBe(event.subject);
      read += 1;
    }
  }
  expect(unexplained(unread, noEvent)).toEqual([]);
  expect(unexplained(unkeyed, noKey)).toEqual([]);
  expect(read > 0).toBe(samples !== undefined);
});
