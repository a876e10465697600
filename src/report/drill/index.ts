// The list of formats of a drill. The first is the default. Each is loaded only when it is asked for.
import type { DrillDocument } from '../../model/drill-document.ts';
import type { LazyReport } from '../../model/report.ts';

export const drillReports: readonly LazyReport<DrillDocument>[] = [
  { format: 'text', load: async () => (await import('./text.ts')).text },
  { format: 'json', load: async () => (await import('./json.ts')).json },
  { format: 'junit', load: async () => (await import('./junit.ts')).junit },
  { format: 'markdown', load: async () => (await import('./markdown.ts')).markdown },
];
