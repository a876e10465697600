// Who takes the events: which processes, which installations of the app, which subscriptions?
import type { Checkup, SchemaSight, Step, Witness } from '../model/checkup.ts';
import { alike, aliveSpan, heartbeatMs } from '../model/running-consumer.ts';
import { all, cannotTell, counted, inCode, of, shows, speaksAgainst } from '../model/witness.ts';

export const consumersCounted: Step = {
  id: 'consumers-counted',
  title: 'Consumers, installations and subscriptions are counted',
  problem:
    'An old process that nobody stopped, a test app in the same workspace, a second hook on one address: each handles every event once, and nothing in ' +
    'the code is wrong. Only a count shows it.',
  signs: [
    'heartbeats in dedupe.instances, or instance_id in the logs: how many processes, in how many versions',
    'the tokens of Slack: which app in which workspaces; of one event, who is authorized to see it',
    'manifests and exports of triggers beside the code: what is subscribed, and where twice',
  ],
  fix: [
    `Let each process write a heartbeat with its version every ${heartbeatMs / 1_000} s, or log instance_id and deployment_version.`,
    'Name the tokens under slack.token_envs, and an app-level token under slack.app_token_env.',
    'Keep the manifest in the repository, and let dedupe lint read it.',
  ],
  aspects: (checkup) => [
    all('consumers', heartbeats(checkup), inLogs(checkup), sockets(checkup)),
    all('installations', installations(checkup)),
    all(
      'subscriptions',
      inCode(checkup, {
        rules: [
          ...['duplicate-live-trigger', 'function-behind-two-triggers', 'two-delivery-ways', 'declared-twice'],
          ...['same-address-in-two-apps', 'same-command-in-two-apps', 'one-app-twice', 'test-app-in-production'],
        ],
        about: 'manifests',
        silenceShows: true,
      }),
    ),
  ],
};

function heartbeats({ schema }: Checkup): readonly Witness[] {
  return of('database', schema, ({ consumers }) => {
    if (consumers.length === 0) return [cannotTell('database', `no consumer said in ${aliveSpan} that it lives`)];
    const said = `${counted(consumers.length, 'consumer')} live in dedupe.instances, seen in ${aliveSpan}`;
    const mixed = mixedIn(consumers);
    return [
      mixed === undefined
        ? shows('database', said)
        : speaksAgainst('database', `${said}, ${mixed}`, 'dedupe explain mixed-consumers'),
    ];
  });
}

function mixedIn(consumers: SchemaSight['consumers']): string | undefined {
  for (const own of alike(consumers))
    for (const [field, word] of [
      ['deploymentVersion', 'versions'],
      ['filterVersion', 'sets of rules'],
    ] as const) {
      const known = new Set(own.flatMap((one) => one[field] ?? []));
      if (known.size > 1) return `as ${own[0]?.role} in ${known.size} ${word}: ${[...known].join(', ')}`;
    }
  return undefined;
}

function inLogs({ logs }: Checkup): readonly Witness[] {
  return of('log', logs, (files) => {
    const lines = files.flatMap(({ fields }) => fields.find(({ field }) => field === 'instance_id')?.count ?? []);
    const count = lines.reduce((sum, one) => sum + one, 0);
    return [
      count > 0
        ? shows('log', `${counted(count, 'line')} with instance_id`)
        : cannotTell('log', 'no line names its instance', 'log instance_id'),
    ];
  });
}

function sockets(checkup: Checkup): readonly Witness[] {
  const found = inCode(checkup, {
    rules: ['multiple-socket-mode-entrypoints', 'two-receiver-routes'],
    about: 'receivers',
  });
  return found.filter(({ state }) => state === 'does-not-hold');
}

function installations({ slack }: Checkup): readonly Witness[] {
  return of('slack', slack, ({ installations: known, faults, authorized }) => {
    const witnesses: Witness[] = faults.map((fault) => cannotTell('slack', fault));
    const twice = new Map<string, string[]>();
    for (const { app, workspace, token } of known)
      twice.set(workspace, [...new Set([...(twice.get(workspace) ?? []), app ?? token])]);
    for (const [workspace, apps] of twice)
      witnesses.push(
        apps.length > 1
          ? speaksAgainst(
              'slack',
              `${workspace} has ${apps.join(' and ')}: both see its events`,
              'dedupe explain env-apps-overlap',
            )
          : shows('slack', `${workspace}: ${apps.join('')}`),
      );
    if (authorized !== undefined)
      witnesses.push(
        shows('slack', `the event is seen by ${counted(authorized.length, 'installation')}: ${authorized.join(', ')}`),
      );
    return witnesses.length > 0 ? witnesses : [cannotTell('slack', 'no token was let in')];
  });
}
