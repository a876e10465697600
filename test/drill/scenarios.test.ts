// Does every scenario have its texts, and hooks that the configuration knows?
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarios } from '../../src/drill/index.ts';
import { drillHooks } from '../../src/model/drill-hooks.ts';

it.each(scenarios)('$id says what it does, what must hold and why', (scenario) => {
  for (const text of [scenario.title, scenario.does, scenario.mustHold, scenario.why]) expect(text.trim()).not.toBe('');
  for (const text of [scenario.does, scenario.mustHold, scenario.why]) expect(text).toMatch(/\.$/);
  for (const need of scenario.needs) expect(Object.keys(drillHooks).concat('dead_letters')).toContain(need);
});

it.each(scenarios)('$id runs no hook that it could not do without, unless it asks for it', ({ id, needs }) => {
  const text = readFileSync(new URL(`../../src/drill/${id}.ts`, import.meta.url), 'utf8');
  const run = [...text.matchAll(/(?:hook|between)\(\s*'(\w+)'(?:,\s*'(\w+)')?/g)].flatMap(([, ...names]) => names);
  const asked = [...text.matchAll(/has\('(\w+)'\)/g)].map(([, name]) => name);
  for (const name of run.filter((one) => one !== undefined))
    expect([...needs, ...asked], `${id} runs ${name}`).toContain(name);
  expect(/drill\.rounds/.test(text)).toBe(scenarios.find((one) => one.id === id)?.isRace);
});

it('every hook has a scenario that uses it', () => {
  const used = new Set([...scenarios.flatMap(({ needs }) => needs), 'start', 'stop', 'await_hold', 'release_hold']);
  expect(Object.keys(drillHooks).filter((name) => !used.has(name))).toEqual([]);
});

it.each(scenarios)('$id waits for what its fault leaves, and says so', ({ id, leavesWork = false }) => {
  const text = readFileSync(new URL(`../../src/drill/${id}.ts`, import.meta.url), 'utf8');
  expect(/judgeLater\(|afterRestart\(/.test(text)).toBe(leavesWork);
  const breaks = /(?:kill|stop|restart|lose|hold|refuse|pause)_(?!other_version)\w+/.test(text);
  expect(leavesWork, `${id} leaves work`).toBe(breaks);
});
