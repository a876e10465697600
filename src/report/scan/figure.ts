// One figure as the document has it.
import type { ScanDocument } from '../../model/scan-document.ts';

export type Figure = NonNullable<ScanDocument['figures']>[number];
