// Where a handler stands that is registered in another file: the second place of a finding about the registration.
import type { Location } from '../rule.ts';
import { locate } from './locate.ts';
import type { Program } from './program.ts';
import type { Func } from './syntax.ts';

/** Empty: it stands where it is registered, or nobody knows where. */
export function handlerElsewhere(program: Program, handler: Func, { file }: Location): Location[] {
  const home = program.inside(handler)?.module;
  return home && home.file !== file ? [locate(home, handler.at, 'its handler')] : [];
}
