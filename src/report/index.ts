// The list of formats of a trace. The first is the default.
import type { Report } from '../model/report.ts';
import type { TraceDocument } from '../model/trace-document.ts';
import { json } from './json.ts';
import { text } from './text.ts';

export const traceReports: readonly Report<TraceDocument>[] = [text, json];
