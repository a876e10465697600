// Any system with an HTTP interface, as a file or the configuration describes it.
import * as z from 'zod/mini';
import type { TargetAdapter } from '../model/target.ts';
import { description, dropsAreListed } from './described/description.ts';
import { openDescribed, undescribed } from './described/open.ts';
import { address, connection, credential, variable, word } from './http/settings.ts';

const settings = z
  .strictObject({
    ...connection,
    url: address(),
    token_env: variable(),
    /** The description in a file of its own, YAML or JSON; what stands beside it wins. */
    file: z.optional(word()),
    ...description,
  })
  .check(dropsAreListed);

export const http: TargetAdapter<z.output<typeof settings>> = {
  id: 'http',
  title: 'any HTTP interface, as a file describes it',
  abilities: {
    idempotencyKey: undefined,
    uniqueField: undefined,
    findBy: 'none',
    indexLagMs: undefined,
    listsByTime: false,
    namesCreator: false,
    leavesOut: undescribed,
    createMaximumMs: 300_000,
  },
  settings,
  open(given, world) {
    const token = credential(world, given.token_env ?? `${world.name.toUpperCase().replace(/\W/g, '_')}_TOKEN`);
    return openDescribed(given, given, token, world);
  },
};
