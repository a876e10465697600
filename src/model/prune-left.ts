// Why something that is old enough stays, and what takes it.

const open = 'still to be worked on';
const unknown = 'nobody knows yet what came of it (dedupe reconcile)';

const rowReasons: Readonly<Record<string, string>> = {
  received: open,
  processing: open,
  retryable_error: open,
  planned: 'still to be sent',
  sent: 'under way',
  refused: 'still to be sent',
  unknown_result: unknown,
  unknown,
  confirmed: 'it ended less long ago, or its event is not over',
  dead: 'it was given up less long ago, or its event can be redriven',
};

const textReasons: Readonly<Record<string, string>> = {
  processed: 'ended well, not so long ago or not asked for (--bodies-older-than)',
  confirmed: 'ended well, not so long ago or not asked for (--bodies-older-than)',
  permanent_error: 'a dead letter that can be redriven (--dead-bodies-older-than)',
  dead: 'a dead letter that can be redriven (--dead-bodies-older-than)',
};

/** `state` is empty for tables that have none. */
export function reasonOfLeft({ table, what, state }: { table: string; what: 'rows' | 'text'; state: string }): string {
  if (what === 'rows') {
    if (table === 'deliveries' || table === 'attempts') return 'tell of an event that stays';
    return rowReasons[state] ?? 'in use at this moment: once more takes it';
  }
  if (table === 'tasks') return 'titles of tasks, which are yours (--text-older-than)';
  return textReasons[state] ?? `${rowReasons[state] ?? open} (--text-older-than)`;
}
