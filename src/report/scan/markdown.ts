import type { Report } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';
export const markdown: Report<ScanDocument> = { format: 'markdown', render: ({ headline }) => headline };
