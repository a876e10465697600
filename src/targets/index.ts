// The list of target systems: one file here speaks for one system in which effects land.
import type { TargetAdapter } from '../model/target.ts';
import { bitrix24 } from './bitrix24.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { http } from './http.ts';
import { hubspot } from './hubspot.ts';
import { jiraCloud } from './jira-cloud.ts';
import { jiraDataCenter } from './jira-data-center.ts';
import { kommo } from './kommo.ts';
import { linear } from './linear.ts';
import { postgres } from './postgres.ts';
import { redmine } from './redmine.ts';
import { salesforce } from './salesforce.ts';
import { slack } from './slack.ts';
import { stripe } from './stripe.ts';
import { yandexTracker } from './yandex-tracker.ts';
import { zendesk } from './zendesk.ts';

// biome-ignore lint/suspicious/noExplicitAny: each adapter has its own settings; the schema inside it checks them.
export const targets: readonly TargetAdapter<any>[] = [
  postgres,
  redmine,
  jiraCloud,
  jiraDataCenter,
  github,
  gitlab,
  linear,
  hubspot,
  zendesk,
  slack,
  salesforce,
  kommo,
  bitrix24,
  yandexTracker,
  stripe,
  http,
];
