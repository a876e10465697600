// When is a recording over, and what exists in the tracker then?

/** For `until`: a row as soon as there was a job and none is left. */
export const allDone = `
  select 1 where exists (select from app.jobs) and not exists (select from app.jobs where done_at is null)`;

/** Ids in order of creation, and the time between the first and the last. */
export async function recordsOf(tracker) {
  const found = await (await fetch(`${tracker.url}/records`)).json();
  const times = found.map((record) => Date.parse(record.created_at));
  return { records: found.map((record) => record.id), gapMs: Math.max(...times) - Math.min(...times) };
}
