// The list of formats of a doctor's look. The first is the default. Each is loaded only when it is asked for.
import type { DoctorDocument } from '../../model/doctor-document.ts';
import type { LazyReport } from '../../model/report.ts';

export const doctorReports: readonly LazyReport<DoctorDocument>[] = [
  { format: 'text', load: async () => (await import('./text.ts')).text },
  { format: 'json', load: async () => (await import('./json.ts')).json },
  { format: 'markdown', load: async () => (await import('./markdown.ts')).markdown },
];
