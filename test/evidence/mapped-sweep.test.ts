// A scan reads what the configuration maps as a trace does: answers without a method, and what a guard's yes and no mean.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runMain } from '../run-main.ts';
import { tempFolder } from './traced.ts';

const start = Date.UTC(2026, 10, 29, 19, 37, 17);

it('counts the time of mapped answers and the hits of mapped guards', async () => {
  const cwd = tempFolder();
  const lines = [0, 1].flatMap((n) => [
    { time: start + n * 1000, corr: `request-0000${n}`, ev: `Ev${n}`, msg: 'in' },
    { time: start + n * 1000 + 1, corr: `request-0000${n}`, ev: `Ev${n}`, seen: n === 1, msg: 'asked' },
    { time: start + n * 1000 + 80, corr: `request-0000${n}`, spent: 80, code: 200, msg: 'out' },
  ]);
  writeFileSync(join(cwd, 'a.log'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const config = [
    'logs: [a.log]',
    'log_fields:',
    '  kind: { path: msg, when: { in: delivery, out: delivery, asked: guard } }',
    '  result: { path: seen, when: { true: hit, false: miss } }',
    ...['event_id: ev', 'key: ev', 'request_id: corr', 'status: code', 'duration_ms: spent'].map((one) => `  ${one}`),
  ];
  writeFileSync(join(cwd, 'dedupe.config.yaml'), config.join('\n'));
  const { stdout } = await runMain(['scan', '--figures'], { cwd });
  const told = stdout.replace(/\s+/g, ' ');
  expect(told).toContain('guard questions that hit 50.00 %');
  expect(told).toMatch(/time until the sender was answered p50 8\d ms/);
});
