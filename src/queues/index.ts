// The list of queue systems: one file here reads what one system still knows of its jobs.
import type { QueueAdapter } from '../model/queue.ts';
import { bullmq } from './bullmq.ts';
import { bullmqPostgres } from './bullmq-postgres.ts';
import { celery } from './celery.ts';
import { graphileWorker } from './graphile-worker.ts';
import { pgBoss } from './pg-boss.ts';
import { sidekiq } from './sidekiq.ts';

// biome-ignore lint/suspicious/noExplicitAny: each connector has its own settings; the schema inside it checks them.
export const queues: readonly QueueAdapter<any>[] = [bullmq, bullmqPostgres, pgBoss, graphileWorker, celery, sidekiq];
