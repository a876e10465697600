// A described system whose description is part of this program: reviewed, with its sources, and a few settings left open.
import type * as z from 'zod/mini';
import type { TargetAdapter } from '../../model/target.ts';
import { credential } from '../http/settings.ts';
import type { Description } from './description.ts';
import { abilitiesOf, type DescribedSettings, openDescribed } from './open.ts';

interface Given extends DescribedSettings {
  readonly token_env?: string | undefined;
}

export interface Preset<Settings extends Partial<Given>> {
  readonly id: string;
  readonly title: string;
  readonly settings: z.ZodMiniType<Settings>;
  /** The address of a service that has only one. */
  readonly url?: string;
  /** The variable in which its users keep the credential. */
  readonly tokenEnv: string;
  /** Ordinary settings, for the list of targets. */
  readonly example: Settings;
  describe(settings: Settings): Description;
  /** So long can a create stay invisible, where the settings do not say. */
  readonly createMaximum?: string;
}

export function preset<Settings extends Partial<Given>>(of: Preset<Settings>): TargetAdapter<Settings> {
  return {
    id: of.id,
    title: of.title,
    abilities: abilitiesOf(of.describe(of.example), of.createMaximum, true),
    settings: of.settings,
    open(given, world) {
      const token = credential(world, given.token_env ?? of.tokenEnv);
      const settings = {
        ...given,
        url: given.url ?? of.url ?? '',
        create_maximum: given.create_maximum ?? of.createMaximum,
      };
      return openDescribed({ title: of.title, ...of.describe(given) }, settings, token, world, true);
    },
  };
}
