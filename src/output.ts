// A finished document goes to standard output in one format, and to each file that `--output` named, whole or not at all.
import { resolve } from 'node:path';
import type { Context } from './context.ts';
import { type Clean, safeForOutput } from './model/clean.ts';
import type { LazyReport, Look } from './model/report.ts';

/** One renderer per format; called only for the formats that were asked for, with the look of the place it goes to. */
export type Documents = Readonly<Record<string, (look: Look) => string | Promise<string>>>;

export function inEachFormat<T>(reports: readonly LazyReport<T>[], document: Clean<T>): Documents {
  return Object.fromEntries(
    reports.map(({ format, load }) => [format, async (look) => (await load()).render(document, look)]),
  );
}

/** Standard output first: a file that cannot be written (DEDUPE_FILE_UNWRITABLE) must not cost the answer. */
export async function writeOutputs(context: Context, documents: Documents): Promise<void> {
  context.out.document(await rendered(documents, context.format, context.look));
  const inFile: Look = { ...context.look, width: 100, colour: false, unicode: true };
  for (const { format, file } of context.outputs) {
    const text = safeForOutput(await rendered(documents, format, inFile));
    const { writeWhole } = await import('./write-whole.ts');
    await writeWhole(resolve(context.io.cwd, file), file, text.endsWith('\n') ? text : `${text}\n`);
  }
}

async function rendered(documents: Documents, format: string, look: Look): Promise<string> {
  const render = Object.hasOwn(documents, format) ? documents[format] : undefined;
  if (render === undefined) throw new Error(`the command offers ${format} and cannot write it`);
  return render(look);
}
