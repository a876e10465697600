import type { Report } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';
export const html: Report<ScanDocument> = { format: 'html', render: ({ headline }) => headline };
