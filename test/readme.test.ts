// Is the manual true? Outputs shown in README.md are produced again, tables are made again from their source.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { auditRules } from '../src/audit/index.ts';
import { causes } from '../src/causes/index.ts';
import { theories } from '../src/causes/theories/index.ts';
import { keyList } from '../src/config/keys.ts';
import { scenarios } from '../src/drill/index.ts';
import { evidence } from '../src/evidence/index.ts';
import { lintRules } from '../src/lint/index.ts';
import { drillHooks } from '../src/model/drill-hooks.ts';
import { waysOfLoss } from '../src/model/lost/index.ts';
import { catalogue } from '../src/model/metrics/catalogue.ts';
import { steps } from '../src/steps/index.ts';
import { targets } from '../src/targets/index.ts';
import { quoted } from './bench/quoted.js';
import { runMain } from './run-main.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const written = readFileSync(`${root}README.md`, 'utf8');

it('shows what the program prints and lists what it knows', async () => {
  const made = await remade(written);
  if (process.env.UPDATE) writeFileSync(`${root}README.md`, made);
  else expect(written, 'UPDATE=1 npm test rewrites the generated parts').toBe(made);
});

it('shows an output that answers in its first line', () => {
  expect(written).toMatch(/\$ dedupe trace \S+ .*\nDUPLICATE .*ack-late-retry/);
});

it('quotes no ratio that the benchmark did not write', () => {
  const own = written.replace(/<!-- table: bench -->.*?<!-- \/table -->/s, '');
  expect(own.match(/.*\d ×.*/g)).toBeNull();
});

/** `<!-- output: COMMAND -->` holds what the command prints, `<!-- table: NAME -->` what the source lists. */
async function remade(text: string): Promise<string> {
  let made = text;
  for (const [whole, kind, what] of text.matchAll(/<!-- (output|table): (.*?) -->\n.*?<!-- \/\1 -->/gs)) {
    const body = kind === 'output' ? await output(what ?? '') : tables[what ?? '']?.();
    if (body === undefined) throw new Error(`README.md names the table "${what}", which nothing makes`);
    made = made.replace(whole, () => `<!-- ${kind}: ${what} -->\n${body}\n<!-- /${kind} -->`);
  }
  return made;
}

async function output(command: string): Promise<string> {
  const { stdout, stderr } = await runMain(command.split(' ').slice(1), { cwd: root });
  return `\`\`\`\n$ ${command}\n${stdout}${stderr}\`\`\``;
}

const tables: Readonly<Record<string, () => string>> = {
  bench: () => {
    const page = `${root}test/bench/RESULTS.md`;
    if (!existsSync(page)) return 'No results are kept yet.';
    return table(['job', 'ratio', 'floor, measured in turn with it', 'budget'], quoted(readFileSync(page, 'utf8')));
  },
  causes: () =>
    table(
      ['cause', 'what happened'],
      causes.map(({ id, title }) => [`\`${id}\``, title]),
    ),
  lint: () => rulesTable(lintRules),
  audit: () => rulesTable(auditRules),
  losses: () =>
    table(
      ['way', 'what happened'],
      waysOfLoss.map(({ id, title }) => [`\`${id}\``, title]),
    ),
  theories: () =>
    table(
      ['theory', 'what is often said'],
      theories.map(({ id, title }) => [`\`${id}\``, title]),
    ),
  sources: () =>
    table(
      ['source', 'what it reads', 'configured by', 'what it can settle'],
      evidence.map(({ id, reads, configuredBy, wouldSettle }) => [id, reads, code(configuredBy), wouldSettle]),
    ),
  metrics: () =>
    table(
      ['metric', 'labels', 'what it says'],
      Object.entries(catalogue).map(([name, { labels, help }]) => [
        `\`${name}\``,
        labels.map(code).join(', '),
        help.slice(0, -1),
      ]),
    ),
  scenarios: () =>
    table(
      ['scenario', 'what it does', 'what must hold', 'hooks, and what is waited for'],
      scenarios.map(({ id, does, mustHold, needs, leavesWork }) => [
        `\`${id}\``,
        does,
        mustHold,
        [...needs, ...(leavesWork ? ['longest_repeat'] : [])].map(code).join(', '),
      ]),
    ),
  steps: () =>
    table(
      ['step', 'what holds', 'id'],
      steps.map(({ id, title }, i) => [String(i + 1), title, code(id)]),
    ),
  hooks: () =>
    table(
      ['hook', 'what it has to do'],
      Object.entries(drillHooks).map(([name, does]) => [`\`${name}\``, does]),
    ),
  targets: () =>
    table(
      ['type', 'what it is', 'an empty answer', 'which says nothing about', 'a repeat'],
      targets.map(
        ({ id, title, abilities: { findBy, listsByTime, leavesOut, uniqueField, uniqueBySetup, idempotencyKey } }) => [
          `\`${id}\``,
          title,
          findBy === 'primary' || listsByTime
            ? 'can prove absence'
            : id === 'http'
              ? 'as described'
              : 'proves nothing by itself',
          leavesOut ?? '',
          uniqueBySetup
            ? 'is refused where the system was set up for it'
            : uniqueField
              ? 'is refused or harmless'
              : idempotencyKey
                ? 'is harmless for a time'
                : 'makes a second object',
        ],
      ),
    ),
  config: () =>
    table(
      ['key', 'environment', 'flag', 'what it is'],
      keyList.map(([name, { env, flag, summary }]) => [`\`${name}\``, code(env), code(flag), summary]),
    ),
};

function rulesTable(
  rules: readonly { readonly id: string; readonly severity: string; readonly title: string }[],
): string {
  return table(
    ['rule', 'level', 'what happens'],
    rules.map(({ id, severity, title }) => [`\`${id}\``, severity, title]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

function code(text: string | undefined): string {
  return text ? `\`${text}\`` : '';
}
