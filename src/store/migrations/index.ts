// The migrations that this version of dedupe knows, in order. A test proves that the list is the folder.
import { inOrder, migrationOf } from '../migration.ts';
import schema from './001_schema.sql';
import pipeline from './002_pipeline.sql';
import metrics from './003_metrics.sql';
import reconcile from './004_reconcile.sql';
import signedBodies from './005_signed_bodies.sql';

export const migrations = inOrder([
  migrationOf('001_schema', schema),
  migrationOf('002_pipeline', pipeline),
  migrationOf('003_metrics', metrics),
  migrationOf('004_reconcile', reconcile),
  migrationOf('005_signed_bodies', signedBodies),
]);
