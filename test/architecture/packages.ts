// Which packages may be imported where, and why there.
export interface PackageRule {
  readonly name: string;
  /** Homes or files; undefined is everywhere but in rules. */
  readonly only: readonly string[] | undefined;
  readonly why: string;
}

/** Every package that src may import, by the exact specifier or by its name in front of a slash. */
export const packages: readonly PackageRule[] = [
  { name: 'zod/mini', only: undefined, why: 'the small build of zod; the other one costs start-up time' },
  { name: 'pg', only: ['postgres'], why: 'one place opens connections' },
  { name: '@electric-sql/pglite', only: ['postgres'], why: 'one place opens connections' },
  { name: 'ioredis', only: ['redis'], why: 'one place speaks to Redis, and only its reading commands' },
  { name: 'undici', only: ['targets'], why: 'one place speaks HTTP to target systems' },
  { name: '@slack/web-api', only: ['slack'], why: 'one place speaks to Slack' },
  { name: 'chalk', only: ['report'], why: 'one place knows colour' },
  { name: 'cli-table3', only: ['report'], why: 'one place knows columns' },
  { name: 'get-east-asian-width', only: ['report'], why: 'one place knows columns' },
  {
    name: 'commander',
    only: ['frame', 'commands', 'check'],
    why: 'below the command line nobody parses it',
  },
  { name: 'yaml', only: ['src/config', 'scan'], why: 'files are read by readers' },
  { name: 'tinyglobby', only: ['scan'], why: 'files are found by readers' },
  { name: 'fastest-levenshtein', only: ['src/nearest.ts'], why: 'one place guesses what a typo meant' },
  { name: 'oxc-parser', only: ['scan'], why: 'source code is read by readers' },
  { name: 'web-tree-sitter', only: ['scan'], why: 'source code is read by readers' },
];

/** Files that may import a path which is only known when they run, each with its reason. */
export const computedImports: Readonly<Record<string, string>> = {
  'src/config/file.ts': 'runs the configuration that --config names, when it is code',
};
