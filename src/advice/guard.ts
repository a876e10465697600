// Advice for causes in which a guard was there and did not do what it should.
import type { Advice } from '../model/advice.ts';
import { links } from './links.ts';

export const guard: Readonly<Record<string, Advice>> = {
  'dedupe-key-too-narrow': {
    example: {
      language: 'TypeScript',
      code: [
        '// What the user did, with ordered fallbacks. No envelope, delivery, job or random id, no workspace.',
        'const ts = event.message?.ts ?? event.ts; // an edit holds the message inside',
        'const what = ts ? [event.channel, ts] : [event.client_msg_id ?? body.event_id];',
        'const key = ["slack", body.api_app_id, ...what].join(":");',
      ],
    },
    confirmedBy: ['guard lines of both copies with their keys', 'a field that both copies share'],
    refutedBy: ['one key for both', 'two acts'],
    links: [links.slackMessage, links.slackConnect],
    touches: ['data'],
  },
  'dedupe-not-atomic': {
    example: {
      language: 'SQL',
      code: [
        '-- Asking and marking are one statement: of two at once, one gets a row and the other none.',
        'insert into claims (key, owner) values ($1, $2) on conflict (key) do nothing returning key;',
      ],
    },
    confirmedBy: ['guard lines with result and set_at', 'the order of both questions and the first mark'],
    refutedBy: ['a mark that stood before the second question'],
    links: [links.postgresInsert, links.redisSet],
    touches: ['data'],
  },
  'dedupe-store-volatile': {
    example: {
      language: 'SQL',
      code: [
        '-- A row outlives restarts, replicas and evictions; old ones are removed by age, long after any replay.',
        'insert into claims (key) values ($1) on conflict (key) do nothing returning key;',
        "delete from claims where created_at < now() - interval '7 days';",
      ],
    },
    confirmedBy: [
      'scope, set_at and expires_at of the first mark',
      'a restart or another instance between the two questions',
      'maxmemory-policy of the store',
    ],
    refutedBy: ['a mark that still stood'],
    links: [links.redisEviction, links.postgresInsert],
    touches: ['data'],
  },
  'stale-existence-check': {
    example: {
      language: 'SQL',
      code: [
        '-- Claim here before asking there: the search of the target may lag, this row does not.',
        "insert into operations (source_event_key, state) values ($1, 'planned')",
        'on conflict (source_event_key) do nothing returning id;  -- no row: another one is at it, or it is done',
      ],
    },
    confirmedBy: [
      'call lines with operation find: found, truncated, query_scope and time',
      'created_at of the record that the search did not see',
    ],
    refutedBy: ['a search by a unique key that is served by the primary store'],
    links: [links.githubRateLimits, links.postgresInsert],
    touches: ['data'],
  },
  'over-suppression': {
    example: {
      language: 'TypeScript',
      code: [
        '// The header explains, it does not decide: the first attempt may never have arrived.',
        "log.info({ retry_num: request.headers['x-slack-retry-num'] ?? 0, event_id: body.event_id });",
        'const isNew = await claim([body.api_app_id, body.event_id].join(":")); // only this decides',
      ],
    },
    confirmedBy: ['disposition of each delivery', 'no run, job or record of the attempt before the dropped one'],
    refutedBy: ['a record of the first attempt'],
    links: [links.slackEvents],
  },
  'retry-metadata-lost': {
    example: {
      language: 'Python',
      code: [
        '# FastAPI: this mapping ignores case. Log before any filter looks at the request.',
        'log.info(json.dumps({"dedupe": "delivery", "at": time.time() * 1000, "event_id": body["event_id"],',
        '                     "retry_num": request.headers.get("x-slack-retry-num", "0"),',
        '                     "retry_reason": request.headers.get("x-slack-retry-reason")}))',
      ],
    },
    confirmedBy: ['the headers as the first hop saw them', 'gaps of about 3 s, 1 min and 5 min'],
    refutedBy: ['gaps at which no retry is due'],
    links: [links.slackEvents],
  },
};
