// Advice for causes in which one event is delivered more than once.
import type { Advice } from '../model/advice.ts';
import { links } from './links.ts';

export const redelivery: Readonly<Record<string, Advice>> = {
  'ack-late-retry': {
    example: {
      language: 'TypeScript',
      code: [
        '// Durable first, then 200, then the work. A repeat adds no row and gets the same answer.',
        'await db.query(',
        '  `insert into inbound_events (provider, workspace_id, event_id, payload)',
        "   values ('slack', $1, $2, $3) on conflict do nothing`,",
        '  [body.team_id, body.event_id, body],',
        ');',
        'response.status(200).end(); // a worker takes the row from here',
      ],
    },
    confirmedBy: [
      'answered_at of the first delivery, and retry_num and retry_reason of the second',
      'started_at and finished_at of the handler run',
    ],
    refutedBy: [
      'an answer within the time that the sender waits',
      'a second arrival before that time had passed',
      'a handler that began only after the answer',
    ],
    links: [links.slackEvents],
  },
  'cold-path-late-ack': {
    confirmedBy: [
      'init_ms of the delivery or the run, or a lifecycle line "started" just before',
      'sent_at beside the time of arrival',
      'started_at of the run, held against the arrival',
    ],
    refutedBy: ['a handler that alone took longer than the sender waits', 'an answer in time'],
    links: [links.slackEvents, links.lambdaConcurrency],
  },
  'ack-missing-or-error': {
    example: {
      language: 'Python',
      code: [
        '# Bolt for Python runs the first listener that fits and answers 404 where none does: register this one last.',
        '@app.event(re.compile(".*"))',
        'def nothing_to_do(event):',
        '    pass  # events are acknowledged by Bolt itself',
      ],
    },
    confirmedBy: [
      'status of the first delivery',
      'the retry_reason of the second: http_error, connection_failed, ssl_error, too_many_redirects or unknown_error',
      'outcome and error_code of the first run',
    ],
    refutedBy: ['a 2xx in time and a reason that says http_timeout'],
    links: [links.slackEvents],
  },
  'no-idempotency-guard': {
    example: {
      language: 'SQL',
      code: [
        'begin;',
        'insert into processed_events (app_id, workspace_id, event_id)',
        'values ($1, $2, $3) on conflict do nothing;  -- no row added: seen before, commit and answer 200',
        'insert into jobs (source_event_key, payload) values ($4, $5);  -- only after a row was added',
        'commit;',
      ],
    },
    confirmedBy: [
      'guard lines in the log: none between arrival and create',
      'two deliveries with one event id, each with a record',
    ],
    refutedBy: ['a guard line of either copy', 'a ledger row for the effect'],
    links: [links.postgresInsert, links.githubFailed],
    touches: ['data'],
  },
  'provider-unmarked-duplicate': {
    example: {
      language: 'TypeScript',
      code: [
        '// One key for every copy of one message, whatever event id, workspace or envelope it comes with.',
        'const ts = event.message?.ts ?? event.ts; // an edit holds the message inside',
        'const key = ["slack", body.api_app_id, event.channel, ts].join(":");',
      ],
    },
    confirmedBy: [
      'retry_num of every copy, logged also where it is 0',
      'channel, ts and client_msg_id of each',
      'subscription_id, which rules two registrations out',
    ],
    refutedBy: ['a retry number or reason on any copy', 'two hooks, two apps or two event types'],
    links: [links.slackEvents, links.stripeWebhooks],
  },
  'late-replay': {
    example: {
      language: 'TypeScript',
      code: [
        '// Seven days: longer than any replay that a sender makes. Null: somebody has it already.',
        "const claimed = await redis.set('event:' + key, runId, 'EX', 7 * 24 * 3600, 'NX');",
        'if (claimed === null) return;',
        'const ageMs = Date.now() - body.event_time * 1000;',
        'if (ageMs > 25 * 3600_000) return askSomebody(body); // no create for what is a day old',
      ],
    },
    confirmedBy: [
      'event_time beside the time of arrival',
      'a lifecycle line (started, connected) before the late arrival',
      'expires_at of the claim',
    ],
    refutedBy: ["an arrival within the sender's ordinary repeats, with its retry number"],
    links: [links.slackEvents, links.redisSet],
  },
};
