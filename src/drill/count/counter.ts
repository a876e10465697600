// Where do the effects of an act land, and how many are there?
import type { Act } from '../world/act.ts';

export interface Counter {
  /** `SQL`, `a command`, `the target jira`. */
  readonly title: string;
  /** Between two looks, in milliseconds. */
  readonly everyMs: number;
  /** What is there may not be seen for so long. */
  readonly lagMs: number;
  /**
   * The id of each object of the act; an id that stands there twice is two objects. Throws CountFailed when it cannot be
   * told, which is never an empty list.
   */
  count(act: Act, signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** `message`: why, for a person. `isMisuse`: no later attempt can work either. */
export class CountFailed extends Error {
  readonly isMisuse: boolean;
  constructor(message: string, options: ErrorOptions & { readonly isMisuse?: boolean } = {}) {
    super(message, options);
    this.name = 'CountFailed';
    this.isMisuse = options.isMisuse ?? false;
  }
}

/** Objects that several questions found: each as often as the question that found it most often. */
export function together(lists: readonly (readonly string[])[]): string[] {
  const most = new Map<string, number>();
  for (const list of lists) {
    const own = new Map<string, number>();
    for (const id of list) own.set(id, (own.get(id) ?? 0) + 1);
    for (const [id, times] of own) most.set(id, Math.max(times, most.get(id) ?? 0));
  }
  return [...most].flatMap(([id, times]) => Array.from({ length: times }, () => id));
}
