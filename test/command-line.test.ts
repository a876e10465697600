// Is the command found wherever flags stand, and never a flag's value taken for it?
import { describe, expect, it } from 'vitest';
import { findCommand, helpTopic } from '../src/command-line.ts';
import { valuedFlags } from '../src/flags.ts';

const at = (...argv: string[]) => findCommand(argv, valuedFlags);

describe('findCommand', () => {
  it('steps over flags and their values', () => {
    expect(at('config')).toBe(0);
    expect(at('--logs', 'config', 'config')).toBe(2);
    expect(at('--logs=config', '--plain', 'config')).toBe(2);
    expect(at('--reader', 'app', 'config')).toBe(2);
    expect(at('config', 'explain')).toBe(0);
  });

  it('refuses a word that is no command, before one that is', () => {
    expect(() => at('confg', 'config')).toThrow('there is no command "confg"');
    expect(() => at('--plain', 'confg', 'config')).toThrow('there is no command "confg"');
    expect(() => at('--logs=x', 'confg')).toThrow('there is no command "confg"');
    expect(() => at('constructor')).toThrow('there is no command "constructor"');
  });

  it('refuses a line without a command', () => {
    expect(() => at('--plain')).toThrow('no command given');
    expect(() => at('--logs', 'config')).toThrow('no command given');
    expect(() => at('--', 'config')).toThrow('no command given');
  });
});

describe('helpTopic', () => {
  it.each([
    [['help'], ''],
    [['--help'], ''],
    [['-h'], ''],
    [['help', 'config'], 'config'],
    [['help', 'config', '--plain'], 'config'],
    [['config', '-h'], 'config'],
    [['--help', 'config'], 'config'],
    [['config', '--', '-h'], undefined],
    [['config'], undefined],
    [['explain', 'help'], undefined],
    [[], undefined],
  ])('of %j is %j', (argv, topic) => {
    expect(helpTopic(argv)).toBe(topic);
  });

  it('is an error for what does not exist', () => {
    expect(() => helpTopic(['help', 'confg'])).toThrow('there is no command "confg"');
    expect(() => helpTopic(['confg', '--help'])).toThrow('there is no command "confg"');
    expect(() => helpTopic(['help', 'config', 'explain'])).toThrow('a word too many');
  });
});
