// The path of one scan: sweep all sources, explain what they found in batches, keep a few numbers of each story, and count.

import type { Instant } from '../model/instant.ts';
import type { ScanDocument } from '../model/scan-document.ts';
import type { Gap, Source } from '../model/source.ts';
import type { Tell } from '../model/sweep.ts';
import { explainBatch } from './batch.ts';
import { deployOf } from './deploys.ts';
import { documentOf, type Told } from './document.ts';
import type { Story } from './story.ts';
import { collectSweeps, type Swept } from './sweeps.ts';

export interface SurveyRequest {
  readonly sources: readonly Source[];
  /** Sources that nobody configured. */
  readonly absent: readonly Gap[];
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  /** Stories to explain at most. */
  readonly limit: number;
  /** Only this group; undefined is all. */
  readonly cause: string | undefined;
  /** Only duplicates with at least so many records of one effect. */
  readonly minRecords: number | undefined;
  readonly sinceDeploy: string | undefined;
  readonly damage: boolean;
  readonly figures: boolean;
  /** The command line that traces one reference with the same evidence. */
  readonly commandFor: (ref: string) => string;
  readonly signal: AbortSignal;
  /** After an interruption: how long what was found may still be looked at. */
  readonly grace: () => AbortSignal;
  readonly tell: Tell;
}

export interface Surveyed {
  readonly document: ScanDocument;
  readonly isInterrupted: boolean;
  readonly hasFailed: boolean;
}

/** Stories explained at a time: what bounds the memory of the second look. */
const batchSize = 100;

export async function survey(request: SurveyRequest): Promise<Surveyed> {
  const swept = await collectSweeps(request);
  const deploy = request.sinceDeploy === undefined ? undefined : deployOf(request.sinceDeploy, swept.sweeps);
  const { stories, gaps, explained, isHalfRead, total } = await explainAll(swept, request);
  const isInterrupted = request.signal.aborted;
  const told: Told = {
    swept,
    stories: stories.filter((story) => isWanted(story, request)),
    unfiltered: stories,
    gaps: [...swept.gaps, ...gaps, ...request.absent],
    deploy,
    partial: isInterrupted
      ? `interrupted${isUnread(swept) ? ' before everything was read' : ''}; ${explained} of ${total} stories found so far were explained`
      : isHalfRead
        ? 'some lines of what shows a sign could not be read: the gaps say why'
        : undefined,
  };
  return {
    document: documentOf(told, request),
    isInterrupted,
    hasFailed: told.gaps.some(({ kind }) => kind === 'failed'),
  };
}

async function explainAll(swept: Swept, request: SurveyRequest) {
  const stories: Story[] = [];
  const gaps = new Map<string, Gap>();
  const seen = new Set<string>();
  const total = swept.sweeps.reduce((sum, { count }) => sum + count, 0);
  let explained = 0;
  let isHalfRead = false;
  // Interrupted before anything was explained: what was found so far is worth a moment more.
  let signal = request.signal.aborted ? request.grace() : request.signal;
  for (const sweep of swept.sweeps) {
    for (let from = 0; from < sweep.count && stories.length < request.limit; from += batchSize) {
      const numbers = Array.from({ length: Math.min(batchSize, sweep.count - from) }, (_, i) => from + i);
      const look = () => explainBatch(swept, sweep, numbers, { ...request, signal, seen });
      try {
        const batch = await look().catch((error: unknown) => {
          if (!request.signal.aborted || signal !== request.signal || explained > 0) throw error;
          signal = request.grace();
          return look();
        });
        stories.push(...batch.stories);
        isHalfRead ||= batch.isUnread;
        for (const gap of batch.gaps) if (gaps.size < mostGaps) gaps.set(`${gap.source}\n${gap.reason}`, gap);
      } catch (error) {
        if (!signal.aborted) throw error;
        return { stories, gaps: [...gaps.values()], explained, isHalfRead, total };
      }
      explained += numbers.length;
      request.tell('explained', explained, total);
    }
  }
  return { stories, gaps: [...gaps.values()], explained, isHalfRead, total };
}

function isUnread({ sweeps }: Swept): boolean {
  return sweeps.length === 0 || sweeps.some(({ isPartial }) => isPartial);
}

const mostGaps = 50;

function isWanted({ groups, most }: Story, { minRecords }: SurveyRequest): boolean {
  return most >= (minRecords ?? 0) || !groups.some(({ kind }) => kind === 'cause');
}
