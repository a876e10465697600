// A pipeline on a real server whose targets are under the test's control.
import type { TestContext } from 'vitest';
import { onTestFinished } from 'vitest';
import type { Created, Target, TargetAbilities } from '../../../src/model/target.ts';
import { exponentialRetry } from '../../../src/pipeline/retry-policy.ts';
import { type EventWorkerOptions, eventWorker } from '../../../src/pipeline/worker/event-worker.ts';
import { type OutboxOptions, outbox } from '../../../src/pipeline/worker/outbox.ts';
import type { Plan } from '../../../src/pipeline/worker/plan.ts';
import type { Database } from '../../../src/postgres/database.ts';
import type { Arrival } from '../../../src/store/intake/arrival.ts';
import { registerArrivals } from '../../../src/store/intake/register-arrivals.ts';
import { createSessions, type Sessions } from '../../../src/store/sessions.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';

export interface World {
  readonly url: string;
  readonly database: Database;
  readonly sessions: Sessions;
}

export async function world(context: TestContext): Promise<World> {
  const url = await migratedDatabase(context);
  const sessions = createSessions(url, { size: 8 });
  onTestFinished(() => sessions.close());
  return { url, database: await opened(url), sessions };
}

export function arrival(n: number, sourceEventKey = `slack:T1:C9:${n}`): Arrival {
  return {
    delivery_id: `delivery-${n}`,
    provider: 'slack',
    workspace_id: 'T1',
    app_id: 'A1',
    event_id: `Ev${n}`,
    transport: 'http',
    route: '/slack/events',
    envelope_id: undefined,
    request_id: undefined,
    retry_num: 0,
    retry_reason: undefined,
    sent_at: undefined,
    received_at: new Date().toISOString(),
    body_digest: undefined,
    instance_id: 'ingress-1',
    deployment_version: undefined,
    event: {
      event_type: 'message',
      event_subtype: undefined,
      subject: `slack:C9:${n}`,
      source_event_key: sourceEventKey,
      channel: 'C9',
      ts: undefined,
      event_time: undefined,
      filter_version: 'slack-1',
      headers: {},
      payload: Buffer.from(`{"n":${n}}`),
    },
  };
}

export async function arrived({ database }: World, ...numbers: number[]): Promise<void> {
  await registerArrivals(
    database,
    numbers.map((n) => arrival(n)),
  );
}

const claimer = { instanceId: 'worker-1', deploymentVersion: 'v1', filterVersion: 'slack-1' };
const quick = exponentialRetry({ baseMs: 1, attempts: 3 });
const common = { claimer, retry: quick, chance: () => 0, pollMs: 20 };

export function worker({ sessions }: Pick<World, 'sessions'>, plan: Plan, more: Partial<EventWorkerOptions> = {}) {
  return eventWorker({ sessions, plan, targets: new Set(['jira', 'linear']), ...common, ...more });
}

export function sender({ sessions }: Pick<World, 'sessions'>, target: Target, more: Partial<OutboxOptions> = {}) {
  return outbox({ sessions, targets: new Map([['jira', target]]), ...common, ...more });
}

/** Creates what it is asked for, and answers as `answer` says. */
export function fakeTarget(
  answer: (key: string, n: number, signal: AbortSignal) => Created | Promise<Created>,
  abilities: Partial<TargetAbilities> = {},
) {
  const asked: string[] = [];
  const target: Target = {
    id: 'jira',
    title: 'a target of this test',
    abilities: {
      idempotencyKey: undefined,
      uniqueField: undefined,
      findBy: 'none',
      indexLagMs: undefined,
      listsByTime: false,
      namesCreator: false,
      leavesOut: undefined,
      createMaximumMs: 1_000,
      ...abilities,
    },
    find: () => Promise.reject(new Error('never asked by the outbox')),
    findWindow: () => Promise.reject(new Error('never asked by the outbox')),
    probe: () => Promise.reject(new Error('never asked by the outbox')),
    create: async ({ idempotencyKey }, request, signal) => {
      asked.push(`${idempotencyKey} ${Buffer.from(request)}`);
      return answer(idempotencyKey, asked.length, signal);
    },
  };
  return { target, asked };
}

export const done = (id: string): Created => ({ outcome: 'done', id, url: undefined, existed: false });
export const toJira: Plan = ({ body }) => [{ target: 'jira', request: body }];
export const signal = new AbortController().signal;

export async function statuses({ database }: World): Promise<unknown[]> {
  const rows = await database.query('select status, result_id from dedupe.inbound_events order by event_id');
  return rows.map(({ status, result_id }) => [status, result_id]);
}
