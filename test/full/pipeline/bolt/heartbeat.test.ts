// Can consumers of one Bolt app be told from those of another by what they say of themselves?
import { expect, test } from 'vitest';
import { tokenDigest } from '../../../../src/pipeline/secrets.ts';
import { boltApp } from '../../../pipeline/bolt/app.ts';
import { messageEvent } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';

test('the app, a digest of its token, its deployment and its filter, without a word from whoever wrote it', async (context) => {
  context.onTestFinished(() => void delete process.env.DEDUPE_DEPLOYMENT_VERSION);
  process.env.DEDUPE_DEPLOYMENT_VERSION = 'v42';
  const url = await migratedDatabase(context);
  const { app, post } = await boltApp(url, (one) => void one.message(async () => {}));
  expect((await post(messageEvent(1))).status).toBe(200);
  const database = await opened(url);
  const rows = () =>
    database.query(
      `select role, app_id, token_digest, deployment_version, filter_version ~ '^slack-' as filters, store_identity is not null as stored
       from dedupe.instances order by role`,
    );
  const digest = tokenDigest(app.client.token);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  const told = { app_id: 'A0DEMO1', token_digest: digest, deployment_version: 'v42', filters: true, stored: true };
  // The app's id comes with its first event, and is said with the next beat.
  await expect.poll(rows, { timeout: 20_000, interval: 300 }).toEqual([
    { role: 'ingress', ...told },
    { role: 'worker', ...told },
  ]);
});
