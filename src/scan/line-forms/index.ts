// The forms that a line of a log can have, outermost first. A new form is one file, or one object in a file, and one line here.
import { combined, loadBalancer } from './access-lines.ts';
import { cloudLogging, cloudwatch, datadog, docker, journald, loki } from './collectors.ts';
import type { LineForm } from './form.ts';
import { lambdaJson, lambdaText } from './lambda.ts';
import { cri, lambdaLine, oldSyslog, platform, syslog, tail } from './prefixes.ts';
import { python, pythonBare } from './text-lines.ts';
import { celery, celeryTask, sidekiq, sidekiqJson } from './workers.ts';

export const lineForms: readonly LineForm[] = [
  docker,
  cloudwatch,
  cloudLogging,
  datadog,
  loki,
  journald,
  lambdaJson,
  sidekiqJson,
  cri,
  syslog,
  oldSyslog,
  tail,
  platform,
  lambdaText,
  lambdaLine,
  combined,
  loadBalancer,
  sidekiq,
  celery,
  celeryTask,
  python,
  pythonBare,
];
