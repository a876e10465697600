// What explain adds to each cause, by id.
import type { Advice } from '../model/advice.ts';
import { fanOut } from './fan-out.ts';
import { guard } from './guard.ts';
import { overlap } from './overlap.ts';
import { redelivery } from './redelivery.ts';
import { work } from './work.ts';

export const advice: Readonly<Record<string, Advice>> = { ...redelivery, ...overlap, ...fanOut, ...guard, ...work };
