// Which ids of requests mean one request wherever they stand?

/** From so many signs on no process counts. */
const long = 12;
/** Behind a word such as `req-`; in base 36 a counter needs sixty million requests to get there. */
const drawn = 6;

/** Frameworks count requests from one in each process (`1`, `req-1f`): such an id means nothing without its process. */
export function isUniqueRequest(id: string): boolean {
  if (id.length >= long) return true;
  if (id.length < drawn) return false;
  const own = id.replace(/^[A-Za-z]+[-_:.]/, '');
  return own.length >= drawn && /\d/.test(own) && /[A-Za-z]/.test(own);
}
