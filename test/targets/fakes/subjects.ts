// Every adapter that speaks HTTP, with the fake that plays its vendor.
import { acmeSubject } from './acme.ts';
import { linearSubject, slackSubject } from './chats.ts';
import { hubspotSubject, salesforceSubject, zendeskSubject } from './desks.ts';
import { githubSubject, gitlabSubject } from './forges.ts';
import { jiraCloudSubject, jiraDataCenterSubject } from './jira.ts';
import { bitrix24Subject, kommoSubject, stripeSubject, yandexTrackerSubject } from './others.ts';
import { redmineSubject } from './redmine.ts';

export const subjects = [
  redmineSubject,
  jiraCloudSubject,
  jiraDataCenterSubject,
  githubSubject,
  gitlabSubject,
  linearSubject,
  hubspotSubject,
  zendeskSubject,
  slackSubject,
  salesforceSubject,
  kommoSubject,
  bitrix24Subject,
  yandexTrackerSubject,
  stripeSubject,
  acmeSubject,
];
