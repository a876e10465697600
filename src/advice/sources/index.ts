// What `dedupe explain source-NAME` says of each kind of queue and of Slack: what it tells, what it has forgotten, and an account to read it.
import type { Rule } from '../../model/rule.ts';
import { bullmq } from './bullmq.ts';
import { bullmqPostgres } from './bullmq-postgres.ts';
import { celery } from './celery.ts';
import { graphileWorker } from './graphile-worker.ts';
import { pgBoss } from './pg-boss.ts';
import { sidekiq } from './sidekiq.ts';
import { slack } from './slack.ts';

export type SourceText = Pick<Rule<never>, 'id' | 'severity' | 'title' | 'problem' | 'fix' | 'advice'> & {
  readonly signs: readonly string[];
};

export const sourceTexts: readonly SourceText[] = [
  bullmq,
  bullmqPostgres,
  pgBoss,
  graphileWorker,
  celery,
  sidekiq,
  slack,
];
