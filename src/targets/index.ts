// The list of target systems: one file here speaks for one system in which effects land.
import type { TargetAdapter } from '../model/target.ts';
import { postgres } from './postgres.ts';
import { redmine } from './redmine.ts';

// biome-ignore lint/suspicious/noExplicitAny: each adapter has its own settings; the schema inside it checks them.
export const targets: readonly TargetAdapter<any>[] = [postgres, redmine];
