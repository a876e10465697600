// Is what is written as SARIF valid by the schema of the standard? The schema comes with Microsoft's matchers for SARIF.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { auditRules } from '../../../src/audit/index.ts';
import { codePart } from '../../../src/check/code-part.ts';
import { findingsDocumentOf } from '../../../src/findings/document.ts';
import { judge } from '../../../src/findings/judge.ts';
import { nothingRunning } from '../../../src/model/audit-input.ts';
import { clean } from '../../../src/model/clean.ts';
import type { FindingsDocument } from '../../../src/model/findings-document.ts';
import { sarif } from '../../../src/report/findings/sarif.ts';
import { root } from '../../architecture/tree.ts';

const written = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// It names draft 4, and uses nothing that later drafts read otherwise but these two words.
const { $schema: _draft, id: _id, ...schema } = written;
const isUri = (text: string) => URL.canParse(text);
const isReference = (text: string) => /^[^\s<>"{}|\\^`]*$/.test(text) && URL.canParse(text, 'file:///');
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  unicodeRegExp: false,
  formats: { uri: isUri, 'uri-reference': isReference, 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
});
const validate = ajv.compile(schema);
const look = { width: 100, colour: false, plain: false, unicode: true, time: 'iso' } as const;

function faults(document: FindingsDocument): string[] {
  validate(JSON.parse(sarif.render(clean(document), look)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

async function documentFor(folder: string, skipped: FindingsDocument['skipped'] = []): Promise<FindingsDocument> {
  const code = await codePart(join(root, 'fixtures/audit', folder), ['.']);
  const input = { ...code.input, ...nothingRunning };
  const judged = judge(auditRules, input, { severities: {}, baseline: undefined, texts: code.texts, only: undefined });
  return findingsDocumentOf({
    ...{ tool: 'audit', judged, parts: [code.part], skipped, files: code.files, failures: [] },
    ...{ rules: auditRules.length, ms: 1, failOn: 'error' },
  });
}

describe('SARIF', () => {
  it.each(['slow-work-before-ack', 'lock-only-dedupe', 'message-and-app-mention', 'secret-logging'])(
    'is valid for what %s finds',
    async (folder) => {
      const document = await documentFor(folder);
      expect(document.findings).not.toEqual([]);
      expect(faults(document)).toEqual([]);
    },
  );

  it('is valid with names of files that are no addresses, and with files that were skipped', async () => {
    const document = await documentFor('lock-only-dedupe', [{ file: 'a b%:<&>".ts', reason: 'x', fatal: true }]);
    const named = document.findings.map((one) => ({ ...one, location: { ...one.location, file: 'a b%:<&>|"\n^.ts' } }));
    expect(faults({ ...document, findings: named })).toEqual([]);
  });

  it('is valid without findings, and would not be with a line before the first', async () => {
    const document = await documentFor('lock-only-dedupe');
    expect(faults({ ...document, findings: [] })).toEqual([]);
    const [one] = document.findings;
    if (!one) throw new Error('nothing was found');
    const wrong = { ...one, location: { ...one.location, line: 0 } };
    expect(faults({ ...document, findings: [wrong] })).not.toEqual([]);
  });
});
