// A format in words: what each line or document holds, with lines that a program can copy.
import { Chalk } from 'chalk';
import type { Look } from '../model/report.ts';
import type { FieldGroup } from '../model/topic-schemas.ts';
import type { Topic } from '../model/topics.ts';
import { columns, fold } from './columns.ts';

export function topicText(topic: Topic, groups: readonly FieldGroup[], look: Look): string {
  const { bold } = new Chalk({ level: look.colour ? 1 : 0 });
  if (look.plain)
    return groups
      .flatMap(({ title, fields }) => fields.map(({ name, values }) => [title, name, values.join('|')].join('\t')))
      .join('\n');
  const rows = groups.map(({ title, fields }) => [title, fields.map(fieldText).join(', ')]);
  const lines = [
    bold(topic.id),
    ...fold(topic.meaning, look.width),
    ...topic.paragraphs.flatMap((text) => ['', ...fold(text, look.width)]),
    '',
    bold('Fields'),
    ...columns(rows, look.width),
    ...(examples[topic.id] ?? []).flatMap(([language, code]) => [
      '',
      bold(language),
      ...code.map((part) => `  ${part}`),
    ]),
    '',
    'The JSON Schema is printed under --format json, and lies in the package as',
    `event-dedupe/schemas/${topic.file}.`,
  ];
  return lines.join('\n');
}

function fieldText({ name, values }: FieldGroup['fields'][number]): string {
  return values.length === 0 ? name : `${name} (${values.join(' | ')})`;
}

/** Kept to what each language has by itself: whoever is on call copies these at night. */
export const examples: Readonly<Record<string, readonly (readonly [language: string, code: readonly string[]])[]>> = {
  'fact-lines': [
    [
      'Python',
      [
        'print(json.dumps({"dedupe": "delivery", "at": time.time() * 1000, "event_id": body["event_id"],',
        '                  "workspace_id": body["team_id"], "retry_num": headers.get("X-Slack-Retry-Num", 0)}))',
      ],
    ],
    [
      'TypeScript',
      [
        "console.log(JSON.stringify({ dedupe: 'record', at: Date.now(), event_id: body.event_id,",
        "  target: 'jira', record_id: issue.key, source_event_key: key }));",
      ],
    ],
  ],
};
