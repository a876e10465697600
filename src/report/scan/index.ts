// The list of formats of a scan. The first is the default. Each is loaded only when it is asked for.
import type { LazyReport } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';

export const scanReports: readonly LazyReport<ScanDocument>[] = [
  { format: 'text', load: async () => (await import('./text.ts')).text },
  { format: 'json', load: async () => (await import('./json.ts')).json },
  { format: 'jsonl', load: async () => (await import('./jsonl.ts')).jsonl },
  { format: 'csv', load: async () => (await import('./csv.ts')).csv },
  { format: 'markdown', load: async () => (await import('./markdown.ts')).markdown },
  { format: 'html', load: async () => (await import('./html.ts')).html },
];
