// The list of formats of a trace. The first is the default. Each is loaded only when it is asked for.
import type { LazyReport } from '../model/report.ts';
import type { TraceDocument } from '../model/trace-document.ts';

export const traceReports: readonly LazyReport<TraceDocument>[] = [
  { format: 'text', load: async () => (await import('./text.ts')).text },
  { format: 'json', load: async () => (await import('./json.ts')).json },
  { format: 'markdown', load: async () => (await import('./markdown.ts')).markdown },
  { format: 'html', load: async () => (await import('./html.ts')).htmlReport },
];
