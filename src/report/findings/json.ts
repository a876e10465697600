// Lint or audit for programs: the whole document.
import { escapeForJson } from '../../model/clean.ts';
import type { FindingsDocument } from '../../model/findings-document.ts';
import type { Report } from '../../model/report.ts';

export const json: Report<FindingsDocument> = {
  format: 'json',
  render: (document) => `${escapeForJson(JSON.stringify(document, undefined, 2))}\n`,
};
