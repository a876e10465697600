// The scan for programs: the whole document, keys in the order of the schema.
import { escapeForJson } from '../../model/clean.ts';
import type { Report } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';

export const json: Report<ScanDocument> = {
  format: 'json',
  render: (document) => `${escapeForJson(JSON.stringify(document, null, 2))}\n`,
};
