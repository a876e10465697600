// Advice for causes in which one event reaches more than one taker, or the wrong one.
import type { Advice } from '../model/advice.ts';
import { links } from './links.ts';

export const fanOut: Readonly<Record<string, Advice>> = {
  'duplicate-registration': {
    example: {
      language: 'shell',
      code: [
        '# Every hook of the repository with its address: two lines with one address are one too many.',
        "gh api repos/OWNER/REPO/hooks --jq '.[] | [.id, .active, .config.url] | @tsv'",
      ],
    },
    confirmedBy: [
      'subscription_id of each delivery',
      'body_digest of each',
      'the list of hooks, rules or triggers as the sender has it now',
    ],
    refutedBy: ['one registration in that list', 'a retry number on the second copy'],
    links: [links.githubEvents, links.slackEvents, links.lambdaSqs],
    touches: ['access'],
  },
  'listener-bound-twice': {
    example: {
      language: 'TypeScript',
      code: [
        '// At the top level, once. Inside another handler each use would add one more.',
        "app.view('ticket', async ({ ack, view }) => {",
        '  await ack();',
        '  await createTask(view);',
        '});',
        "app.command('/ticket', async ({ ack, body, client }) => {",
        '  await ack();',
        "  await client.views.open({ trigger_id: body.trigger_id, view: form('ticket') });",
        '});',
      ],
    },
    confirmedBy: [
      'run lines with pid and listener',
      'a count of runs that grows by one with each use and falls back at a restart',
    ],
    refutedBy: ['a delivery for each run', 'two process ids'],
    links: [links.boltActions],
  },
  'parallel-consumers': {
    example: {
      language: 'SQL',
      code: [
        '-- A second scheduler gets false and stays idle; the lock ends with its session.',
        "select pg_try_advisory_lock(hashtext('ticket-scheduler'));",
      ],
    },
    confirmedBy: [
      'instance_id and pid of each run',
      'lifecycle lines of both, with deployment_version',
      'the list of running processes',
    ],
    refutedBy: ['one process for both runs', 'a second delivery'],
    links: [links.postgresLocks],
  },
  'env-apps-overlap': {
    example: {
      language: 'TypeScript',
      code: [
        "// Behind one address: another app's events are answered and left alone.",
        'if (body.api_app_id !== ownAppId) return response.status(200).end();',
      ],
    },
    confirmedBy: ['app_id of both deliveries', 'the members of the channel: two bots'],
    refutedBy: ['one app id for all copies'],
    links: [links.slackEvents],
    touches: ['access'],
  },
  'socket-split-delivery': {
    example: {
      language: 'TypeScript',
      code: [
        '// Slack tells in its first frame how many consumers the app has.',
        'const { num_connections } = hello; // 1 is what a single consumer should see',
      ],
    },
    confirmedBy: [
      'lifecycle lines "connected" with connections and token_digest',
      'the log of the other instance, which has the missing events',
    ],
    refutedBy: ['one event in both instances', 'one connection'],
    links: [links.slackSocket],
    touches: ['access'],
  },
};
