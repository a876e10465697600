// Does the filter of the field find what is equal? Formats such as "Long text" or numbers know no such question: Redmine takes
// the sign for a part of the value, and answers with an empty list whatever stands in the field.
import type * as z from 'zod/mini';
import type { Control } from '../http/look.ts';
import { type issues, valuesOf } from './issue.ts';

/** No key has it: what comes back for it shows that the filter is not honoured, what does not come back for its opposite too. */
export const nobody = 'dedupe-control:no-such-key';

/** A bar separates alternatives, the value ends with the line, and nothing takes those meanings from them. */
export function isAskable(key: string): boolean {
  return !['|', '\n', '\r', '\0'].some((sign) => key.includes(sign));
}

type Page = z.output<typeof issues>;

/** `ask` lists issues of the project, of which there is at least one. */
export async function equalityOf(
  n: number,
  ask: (query: Readonly<Record<string, string | number>>) => Promise<Page>,
): Promise<Control> {
  const filter = `cf_${n}`;
  // Only formats that compare whole values know "is not" beside "is".
  if ((await ask({ [filter]: `!${nobody}` })).total_count === 0)
    return {
      believed: false,
      reason: `field ${n} cannot be asked for a value: "is not" brings no issue at all. Keep the key in a field of the format "Text"`,
    };
  const filled = (await ask({ [filter]: '*', limit: 100 })).issues;
  const known = filled.find((one) => valuesOf(one, n).some(isAskable));
  const value = known && valuesOf(known, n).find(isAskable);
  if (known === undefined || value === undefined) {
    if (filled[0] !== undefined)
      return { believed: false, reason: `issue ${filled[0].id} has something in field ${n} that cannot be asked for` };
    const control = 'the filter tells "is" from "is not", no issue shows yet that the field may be filled';
    return { believed: true, control };
  }
  const seen = (await ask({ [filter]: `=${value}`, limit: 100 })).issues.some(({ id }) => id === known.id);
  return seen
    ? { believed: true, control: `issue ${known.id} is found by its own value of field ${n}` }
    : { believed: false, reason: `issue ${known.id} is not found by its own value of field ${n}` };
}
