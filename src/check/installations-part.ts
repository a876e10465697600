// The part of audit that asks Slack about the configured tokens: done, a gap where none is configured, failed where Slack does not answer.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { FindingsDocument } from '../model/findings-document.ts';
import type { Installation, InstallationFacts } from '../model/installation.ts';
import type { Location } from '../model/rule.ts';
import type { SlackDoor } from '../open-slack.ts';
import { whyNot } from '../slack/ask.ts';
import type { Looked } from '../slack/connection.ts';
import { authorizationsOf, channelsOf, identityOf, installedApps } from '../slack/installations.ts';
import { usualToken } from '../slack/usual-token.ts';

type Part = FindingsDocument['parts'][number];

interface InstallationsPart {
  readonly part: Part;
  readonly facts: InstallationFacts | undefined;
}

const wouldShow = '(would show two apps or two tokens in one workspace)';
const part = (state: Part['state'], sentence: string): Part => ({ part: 'installations', state, sentence });

export async function installationsPart(
  { config, io }: Context,
  captured: string | undefined,
): Promise<InstallationsPart> {
  const settings = config.slack.value;
  const bots = settings?.token_envs ?? (settings === undefined ? [] : [usualToken]);
  const set = bots.filter((variable) => io.env[variable]?.trim());
  if (set.length === 0) {
    const why = bots.length === 0 ? 'no Slack token is configured' : `${bots.join(', ')}: not set`;
    return { part: part('gap', `${why} ${wouldShow}`), facts: undefined };
  }
  const location: Location = { file: config.file ?? 'dedupe.config.yaml', line: 1, column: 1 };
  const eventContext = captured === undefined ? undefined : await eventContextIn(resolve(io.cwd, captured), captured);
  const { openSlackDoor } = await import('../open-slack.ts');
  const door = openSlackDoor(settings, io.env);
  // A pull request from a fork has no secrets: what is not set was not configured here; what is set and useless has failed.
  const unset = bots.filter((variable) => !set.includes(variable)).map((variable) => `${variable} is not set`);
  const unseen: string[] = [];
  const tell = <T>(name: string, looked: Looked<T>): T | undefined => {
    if (looked.answer === 'found') return looked.value;
    if (looked.answer === 'cannot-see') unseen.push(`${name}: ${whyNot(looked)}`);
    return undefined;
  };
  try {
    const installations: Installation[] = [];
    for (const variable of set) {
      const one = await installationIn(door, variable, io.signal, location, tell);
      if (one) installations.push(one);
      else if (door.through(variable, io.signal) === undefined) unseen.push(`${variable} holds no token of Slack`);
    }
    const authorizations = await authorizationsIn(
      door,
      settings?.app_token_envs ?? ['SLACK_APP_TOKEN'],
      eventContext,
      io.signal,
      tell,
    );
    const admin = settings?.admin_token_env;
    const entrance = admin === undefined ? undefined : door.through(admin, io.signal);
    if (admin !== undefined && entrance === undefined) {
      if (io.env[admin]?.trim()) unseen.push(`${admin} holds no token of Slack`);
      else unset.push(`${admin} is not set`);
    }
    const installed = entrance && tell(admin ?? '', await installedApps(entrance.asking));
    const asked = [
      plural(installations.length, 'installation'),
      ...(authorizations ? [plural(authorizations.length, 'authorization')] : []),
      ...(installed
        ? [plural(installed.length, 'installed app')]
        : ['no admin token, so that other apps were not seen']),
    ].join(', ');
    const state = unseen.length > 0 ? 'failed' : unset.length > 0 ? 'gap' : 'done';
    return {
      part: part(state, state === 'done' ? asked : `${[...unseen, ...unset].join('; ')}; seen: ${asked}`),
      facts: { installations, authorizations, installed, location },
    };
  } finally {
    await door.close();
  }
}

type Tell = <T>(name: string, looked: Looked<T>) => T | undefined;

async function installationIn(
  door: SlackDoor,
  variable: string,
  signal: AbortSignal,
  location: Location,
  tell: Tell,
): Promise<Installation | undefined> {
  const entrance = door.through(variable, signal);
  const identity = entrance && tell(variable, await identityOf(entrance.asking));
  if (!entrance || !identity) return undefined;
  // A token that may not list channels says nothing of them; the rest stands.
  const channels = await channelsOf(entrance.asking);
  return {
    ...{ variable, ...identity, tokenDigest: entrance.tokenDigest, location },
    channels: channels.answer === 'found' ? channels.value : undefined,
  };
}

/** The token of the app that received the event is among them, or none is. */
async function authorizationsIn(
  door: SlackDoor,
  variables: readonly string[],
  eventContext: string | undefined,
  signal: AbortSignal,
  tell: Tell,
): Promise<InstallationFacts['authorizations']> {
  if (eventContext === undefined) return undefined;
  let last: readonly [string, Looked<NonNullable<InstallationFacts['authorizations']>>] | undefined;
  for (const variable of variables) {
    const entrance = door.through(variable, signal);
    if (!entrance) continue;
    last = [variable, await authorizationsOf(entrance.asking, eventContext)];
    if (last[1].answer === 'found') break;
  }
  return tell(
    last?.[0] ?? variables.join(', '),
    last?.[1] ?? { answer: 'cannot-see', reason: 'no app-level token is set', needs: undefined, isDown: true },
  );
}

/** Of a captured payload nothing else is looked at. */
async function eventContextIn(path: string, shown: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `cannot read ${shown}`, { cause });
  });
  const found = /"event_context"\s*:\s*"([^"\\]{1,400})"/.exec(text)?.[1];
  if (found !== undefined) return found;
  throw new DedupeError('DEDUPE_INPUT_INVALID', `${shown} has no event_context`, {
    hint: 'Name a file with the body of one event as Slack sent it.',
  });
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
