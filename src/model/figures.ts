// The ten figures that a team should watch. What cannot be seen is a gap with its reason, never a zero.

export const figureTitles = {
  'unique-conflicts': 'deliveries that met a claimed event',
  retries: 'retries by reason',
  'answer-time': 'time until the sender was answered',
  queue: 'wait in the queue, and its depth',
  attempts: 'attempts per job',
  'effect-conflicts': 'creates that met their own key at the target',
  'unknown-operations': 'operations of unknown outcome, and the time until proof',
  'dead-letters': 'dead letters',
  'own-bot': 'events that a bot caused',
  instances: 'live instances and versions',
} as const;

export type FigureId = keyof typeof figureTitles;
export const figureIds = Object.keys(figureTitles) as FigureId[];

export interface FigureValue {
  readonly name: string;
  readonly value: number;
  /** `share` is 0 to 1. */
  readonly unit: 'count' | 'share' | 'ms' | 'per job';
}

export type Figure =
  | { readonly id: FigureId; readonly source: string; readonly values: readonly FigureValue[] }
  | { readonly id: FigureId; readonly source: string; readonly gap: string };

/** All ten, each from the sources that can see it; a gap only where none can. */
export function mergeFigures(figures: readonly Figure[]): Figure[] {
  return figureIds.flatMap((id): Figure[] => {
    const own = figures.filter((figure) => figure.id === id);
    const seen = own.filter((figure) => 'values' in figure);
    if (seen.length > 0) return seen;
    const reasons = own.flatMap((figure) => ('gap' in figure ? [figure.gap] : []));
    const [first] = own;
    const gap = reasons.length > 0 ? [...new Set(reasons)].join('; ') : 'no source at hand can see it';
    return [{ id, source: first?.source ?? 'none', gap }];
  });
}
