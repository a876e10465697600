// The plan as a file: written whole or not at all, and read only in the form that this program writes.
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { DedupeError } from '../../errors.ts';
import { jsonWithItems } from '../../model/json-with-items.ts';
import { type Items, type PlanHead, type ReconcilePlan, reconcilePlan } from '../../model/reconcile-document.ts';

/** Ten thousand operations make about 10 MB. */
const largest = 200 * 1024 * 1024;
/** Letters that are written together. */
const atOnce = 1 << 18;

export function writePlan(file: string, plan: PlanHead, items: Items, { io }: Context): void {
  const path = resolve(io.cwd, file);
  try {
    const part = openSync(`${path}.part`, 'w', 0o600);
    try {
      let text = '';
      for (const piece of jsonWithItems(plan, items, 2)) {
        text += piece;
        if (text.length < atOnce) continue;
        writeFileSync(part, text);
        text = '';
      }
      writeFileSync(part, `${text}\n`);
    } finally {
      closeSync(part);
    }
    renameSync(`${path}.part`, path);
  } catch (cause) {
    throw new DedupeError('DEDUPE_FILE_UNWRITABLE', `${file} cannot be written`, { cause });
  }
}

/** Throws DEDUPE_FILE_UNREADABLE, or DEDUPE_PLAN_INVALID with the place of the first fault. */
export function readPlan(file: string, { io }: Context): ReconcilePlan {
  const path = resolve(io.cwd, file);
  let text: string;
  try {
    const about = statSync(path);
    if (!about.isFile()) throw invalid(file, 'it is not a plain file');
    if (about.size > largest) throw invalid(file, 'it is larger than any plan');
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof DedupeError) throw cause;
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${file} cannot be read`, { cause });
  }
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw invalid(file, 'it is not JSON');
  }
  const checked = reconcilePlan.safeParse(given);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw invalid(file, `${issue?.path.join('.') || 'the whole'} is not as this program writes it`);
}

function invalid(file: string, why: string): DedupeError {
  return new DedupeError('DEDUPE_PLAN_INVALID', `${file} is no plan that can be carried out: ${why}`, {
    hint: 'dedupe reconcile --plan FILE makes one. Items may be taken out of it; nothing else may change.',
  });
}
