// The manifest of an app as Slack has it now. https://docs.slack.dev/reference/methods/apps.manifest.export
import * as z from 'zod/mini';
import { type Asking, ask } from './ask.ts';
import type { Looked } from './connection.ts';

/** As JSON with one value a line. Needs an app configuration token, which belongs to a person and lives twelve hours. */
export async function readManifest(asking: Asking, appId: string): Promise<Looked<string>> {
  const shape = z.object({ manifest: z.looseObject({}) });
  const looked = await ask(asking, 'apps.manifest.export', { app_id: appId }, shape);
  if (looked.answer !== 'found') return looked;
  return { answer: 'found', value: `${JSON.stringify(looked.value.manifest, null, 2)}\n` };
}
