// Makes writers of a table wait, so that a test can act while a statement is under way.
import { opened } from './postgres-database.ts';

/** Locked when it resolves; what it resolves to lets go. */
export async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const blocker = await opened(url);
  let letGo = () => {};
  let held: Promise<void> = Promise.resolve();
  await new Promise<void>((locked) => {
    held = blocker.transaction(async (inside) => {
      await inside.script(`lock table dedupe.${table} in share row exclusive mode`);
      await new Promise<void>((resolve) => {
        letGo = resolve;
        locked();
      });
    });
  });
  return () => {
    letGo();
    return held;
  };
}
