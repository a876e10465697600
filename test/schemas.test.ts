// Does what the program prints and reads fit the schemas that it publishes?
import { spawnSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { factFields, lineKinds } from '../src/model/fact-fields.ts';
import { examples } from '../src/report/topic-text.ts';
import { publishedSchemas } from '../src/schemas.ts';
import { runMain } from './run-main.ts';

const schemas = publishedSchemas();
const ajv = new Ajv2020({ strict: true, strictTypes: false });

function problems(name: string, value: unknown): string {
  const validate = ajv.compile(schemas[name] ?? false);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

async function printed(...argv: string[]): Promise<unknown> {
  const { stdout, stderr } = await runMain(argv);
  return JSON.parse(stdout || stderr);
}

describe('published schemas', () => {
  it.each([
    ['config-report.json', ['config', '--format', 'json', '--logs', 'a', '--since', '1h']],
    ['explain.json', ['explain', '--format', 'json']],
    ['error.json', ['explain', 'nothing-like-it', '--format', 'json']],
    ['error.json', ['explain', 'nothing-like-it', '--format', 'json', '--debug']],
  ])('%s fits %j', async (name, argv) => {
    const document = await printed(...argv);
    expect(problems(name, document)).toBe('');
    expect(problems(name, { ...(document as object), version: 0, error: 1 })).not.toBe('');
  });

  it('config.json takes what the program takes', () => {
    expect(problems('config.json', { database: 'pglite:x', logs: ['a'], since: '1h', plain: true })).toBe('');
    for (const wrong of [{ databse: 'x' }, { time: 'fast' }, { logs: [1] }, { database: 'mysql://h/db' }])
      expect(problems('config.json', wrong), JSON.stringify(wrong)).not.toBe('');
  });

  it('fact-lines.json has one definition for each kind, and only for those', async () => {
    const schema = (await printed('explain', 'fact-lines', '--format', 'json')) as { $defs: object };
    expect(Object.keys(schema.$defs)).toEqual(lineKinds);
    expect(problems('fact-lines.json', { dedupe: 'delivery', at: 1732900000000, unknown_field: 1 })).toBe('');
    for (const wrong of [{ at: 1 }, { dedupe: 'operation' }, { dedupe: 'delivery', transport: 'pigeon' }, 'text'])
      expect(problems('fact-lines.json', wrong), JSON.stringify(wrong)).not.toBe('');
  });
});

describe('the example lines', () => {
  const [[, python], [, typescript]] = examples['fact-lines'] as unknown as [[string, string[]], [string, string[]]];
  const body = { event_id: 'Ev1', team_id: 'T1' };

  function check(line: string): void {
    const value: unknown = JSON.parse(line);
    expect(problems('fact-lines.json', value)).toBe('');
    const { dedupe } = value as { dedupe: keyof typeof factFields };
    expect(factFields[dedupe].safeParse(value).success).toBe(true);
  }

  it('in TypeScript is a fact line', () => {
    const before = `const body = ${JSON.stringify(body)}, issue = { key: 'OPS-41' }, key = 'slack:T1:Ev1';`;
    check(spawnSync(process.execPath, ['-e', [before, ...typescript].join('\n')], { encoding: 'utf8' }).stdout);
  });

  it.each([
    ['without a retry', {}],
    ['with one', { 'X-Slack-Retry-Num': '1' }],
  ])('in Python is a fact line, %s', (_, headers) => {
    const before = `import json, time\nbody, headers = ${JSON.stringify(body)}, ${JSON.stringify(headers)}`;
    const ran = spawnSync('python3', ['-c', [before, ...python].join('\n')], { encoding: 'utf8' });
    if (ran.error) return;
    check(ran.stdout);
  });
});
