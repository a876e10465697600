// One connection serves one caller at a time: later callers wait, in order, whatever became of the earlier ones.

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}
