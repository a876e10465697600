// The look of the doctor for programs: the whole document, keys in the order of the schema.
import { escapeForJson } from '../../model/clean.ts';
import type { DoctorDocument } from '../../model/doctor-document.ts';
import type { Report } from '../../model/report.ts';

export const json: Report<DoctorDocument> = {
  format: 'json',
  render: (document) => `${escapeForJson(JSON.stringify(document, null, 2))}\n`,
};
