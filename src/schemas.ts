// Every JSON Schema that the package publishes, by the name of its file: `event-dedupe/schemas/NAME`.
import * as z from 'zod/mini';
import { fileSchema } from './config/schema.ts';
import { configDocument } from './model/config-document.ts';
import { deadLettersDocument } from './model/dead-letters-document.ts';
import { doctorDocument } from './model/doctor-document.ts';
import { drillDocument, drillList, drillRecord } from './model/drill-document.ts';
import { errorDocument } from './model/error-document.ts';
import { explainDocument } from './model/explain-document.ts';
import { findingsDocument } from './model/findings-document.ts';
import { logsDocument } from './model/logs-document.ts';
import { migrateDocument } from './model/migrate-document.ts';
import { pruneDocument } from './model/prune-document.ts';
import { reconcileDocument, reconcilePlan } from './model/reconcile-document.ts';
import { targetsDocument } from './model/targets-document.ts';
import { formats, type JsonSchema } from './model/topic-schemas.ts';
import { topics } from './model/topics.ts';

export function publishedSchemas(): Readonly<Record<string, JsonSchema>> {
  return {
    ...Object.fromEntries(topics.map(({ id, file }) => [file, formats[id].schema()])),
    'error.json': z.toJSONSchema(errorDocument),
    'config.json': z.toJSONSchema(fileSchema, { io: 'input' }),
    'config-report.json': z.toJSONSchema(configDocument),
    'logs-check.json': z.toJSONSchema(logsDocument),
    'migrate.json': z.toJSONSchema(migrateDocument),
    'dead-letters.json': z.toJSONSchema(deadLettersDocument),
    'doctor.json': z.toJSONSchema(doctorDocument),
    'drill.json': z.toJSONSchema(drillDocument),
    'drill-list.json': z.toJSONSchema(drillList),
    'drill-results.json': z.toJSONSchema(drillRecord),
    'prune.json': z.toJSONSchema(pruneDocument),
    'reconcile.json': z.toJSONSchema(reconcileDocument),
    'reconcile-plan.json': z.toJSONSchema(reconcilePlan),
    'targets.json': z.toJSONSchema(targetsDocument),
    'findings.json': z.toJSONSchema(findingsDocument),
    'explain.json': z.toJSONSchema(explainDocument),
  };
}
