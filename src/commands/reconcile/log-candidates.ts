// Reads logs for creates of unknown result, and says what of the logs could not be read or tells of no create at all.
import type { Context } from '../../context.ts';
import type { Gap } from '../../model/source.ts';
import { type LoggedCreates, loggedCreates, type Wanted } from '../../reconcile/logged-creates.ts';
import { openLogs } from '../../sources.ts';

/** Stories of one sweep; a log with more calls of unknown outcome has another problem. */
const mostStories = 10_000;

export interface InLogs extends LoggedCreates {
  readonly gaps: readonly Gap[];
  /** More of them than are looked at. */
  readonly more: boolean;
}

export async function candidatesInLogs(context: Context, isMeant: Wanted['isMeant']): Promise<InLogs> {
  const { config, io } = context;
  const [since, until] = [config.since.value, config.until.value];
  const source = await openLogs(context);
  try {
    const wanted = { eventIds: [], effectsElsewhere: false, figures: false, openCreates: true };
    const swept = await source.sweep?.({ since, until, limit: mostStories, ...wanted }, io.signal, () => {});
    if (swept === undefined) throw new Error('logs can be swept');
    const { lines, nameless } = swept.creates ?? { lines: 0, nameless: 0 };
    const numbers = Array.from({ length: swept.count }, (_, i) => i);
    const { observations, gaps } = await swept.look(numbers, io.signal);
    const found = loggedCreates(observations, { since, until, isMeant });
    const { id } = source;
    return {
      ...found,
      leftOut: nameless === 0 ? found.leftOut : [...found.leftOut, { count: nameless, reason: unnamed, examples: [] }],
      gaps: [
        ...swept.gaps,
        ...gaps,
        ...(lines > 0 ? [] : [{ source: id, reason: blind, wouldSettle: unheard, kind: 'failed' as const }]),
      ],
      more: swept.left > 0,
    };
  } finally {
    await source.close();
  }
}

const unnamed =
  'no id, key or event by which the other lines of a create are found: log call_id or source_event_key with it';
const blind =
  'no line tells of a create: without call lines of what the app sent, that nothing is unknown proves nothing (dedupe logs check says what is understood)';
const unheard = 'which requests nobody heard of again';
