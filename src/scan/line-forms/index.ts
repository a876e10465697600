// The forms that a line of a log can have, outermost first. A new form is one file, or one object in a file, and one line here.
import { combined, loadBalancer, nginxJson } from './access-lines.ts';
import { cloudLogging, cloudTrail, cloudwatch, datadog, docker, journald, loki } from './collectors.ts';
import type { LineForm } from './form.ts';
import { lambdaEvent, lambdaJson, lambdaObject, lambdaText } from './lambda.ts';
import {
  compose,
  cri,
  lambdaLine,
  lokiText,
  oldSyslog,
  platform,
  podLine,
  syslog,
  tail,
  timed,
  timedText,
} from './prefixes.ts';
import { python, pythonBare, pythonLevel } from './text-lines.ts';
import { celery, celeryTask, sidekiq, sidekiqJson } from './workers.ts';

export const lineForms: readonly LineForm[] = [
  docker,
  cloudwatch,
  cloudTrail,
  cloudLogging,
  datadog,
  loki,
  journald,
  lambdaJson,
  lambdaEvent,
  lambdaObject,
  nginxJson,
  sidekiqJson,
  compose,
  podLine,
  cri,
  syslog,
  oldSyslog,
  tail,
  platform,
  lambdaText,
  lambdaLine,
  timed,
  lokiText,
  combined,
  loadBalancer,
  sidekiq,
  celery,
  celeryTask,
  python,
  pythonLevel,
  pythonBare,
  timedText,
];
