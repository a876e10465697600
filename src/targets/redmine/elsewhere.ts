// Would the issue be made in another project than the one that is looked into? There this account may see nothing of it.

import { DedupeError } from '../../errors.ts';
import type { Created } from '../../model/target.ts';
import type { HttpClient } from '../http/client.ts';
import { type Question, Unbelievable } from '../http/question.ts';
import { jsonOf, readAs } from '../http/read.ts';
import { requestOf } from './issue.ts';
import { project } from './visibility.ts';

/** Undefined: it may be sent. A project has a number and a name: what differs from the setting is asked about. */
export async function elsewhere(
  client: HttpClient,
  container: Question,
  configured: string | number,
  request: Uint8Array,
  signal: AbortSignal,
): Promise<Created | undefined> {
  const wanted = requestOf(jsonOf({ text: Buffer.from(request).toString('utf8') }))?.project_id;
  if (wanted === undefined || String(wanted) === String(configured)) return undefined;
  try {
    const { id, identifier } = (await readAs(client, container, project, signal)).project;
    if (String(wanted) === String(id) || wanted === identifier) return undefined;
    return { outcome: 'refused', reason: 'request_elsewhere', temporary: false };
  } catch (error) {
    if (!(error instanceof Unbelievable || error instanceof DedupeError)) throw error;
    return { outcome: 'refused', reason: 'project_not_shown', temporary: true };
  }
}
