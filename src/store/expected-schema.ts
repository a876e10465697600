// What the migrations make, as the embedded engine described it: the measure of every live schema.
import { type SchemaDescription, schemaDescription } from './catalog.ts';
import manifest from './expected-schema.json' with { type: 'json' };

/** Written by the tests (UPDATE=1) from the migrations themselves; nobody edits it. */
export const expectedSchema: SchemaDescription = schemaDescription.parse(manifest);
