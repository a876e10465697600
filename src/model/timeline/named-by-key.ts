// The stable key of an effect holds what it was built from: `slack:T123:Ev456`, `slack:T123:C9:1732900000.000100#mail`.

const form = /^([a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*)?):([^:#\s]*):([^#\s]+)(?:#.*)?$/;
/** As Slack writes them; of the others no form is known, and a text without a colon in that place is one. */
const slackEvent = /^Ev[A-Z0-9]+$/;

type Fields = Readonly<Record<string, unknown>>;

/** Provider, workspace and the rest of a key of the usual form; undefined: somebody made it in another way. */
export function partsOfKey(key: unknown): { provider: string; workspace: string; rest: string } | undefined {
  const [, provider, workspace, rest] = (typeof key === 'string' && form.exec(key)) || [];
  return provider === undefined || workspace === undefined || rest === undefined
    ? undefined
    : { provider, workspace, rest };
}

/** The key of what is said to be made: a call may have handed it to the target under its other name. */
export function keyIn({ source_event_key, idempotency_key }: Fields): unknown {
  return source_event_key ?? idempotency_key;
}

/** The event whose id stands in the key. Undefined: the key was built from a subject, or in another way. */
export function eventInKey(fields: Fields): string | undefined {
  const parts = partsOfKey(keyIn(fields));
  const given = fields.provider ?? 'slack';
  if (parts === undefined || parts.rest.includes(':') || parts.provider !== given) return undefined;
  const isSlack = /^slack(\.|$)/.test(parts.provider);
  return isSlack && !slackEvent.test(parts.rest) ? undefined : parts.rest;
}

/**
 * The event of a statement that names none: the one in its key, or of an arrival the act itself. Slack gives what a person
 * presses, submits or types no event id, and a trigger of its own instead.
 */
export function eventNamed(kind: string, fields: Fields): string | undefined {
  const inKey = eventInKey(fields);
  if (inKey !== undefined || kind !== 'delivery' || !/^slack(\.|$)/.test(String(fields.provider ?? 'slack')))
    return inKey;
  const { trigger_id, actor, action_ts } = fields as Readonly<Record<string, string | undefined>>;
  if (trigger_id !== undefined) return trigger_id;
  // A form that is submitted again after an answer with errors is the same view, and another act.
  return actor !== undefined && action_ts !== undefined ? `${actor}:${action_ts}` : undefined;
}
