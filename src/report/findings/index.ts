// The list of formats of lint and audit. The first is the default. Each is loaded only when it is asked for.
import type { FindingsDocument } from '../../model/findings-document.ts';
import type { LazyReport } from '../../model/report.ts';

export const findingsReports: readonly LazyReport<FindingsDocument>[] = [
  { format: 'text', load: async () => (await import('./text.ts')).text },
  { format: 'json', load: async () => (await import('./json.ts')).json },
  { format: 'sarif', load: async () => (await import('./sarif.ts')).sarif },
  { format: 'junit', load: async () => (await import('./junit.ts')).junit },
  { format: 'github', load: async () => (await import('./github.ts')).github },
  { format: 'gitlab', load: async () => (await import('./gitlab.ts')).gitlab },
];
