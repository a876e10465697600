// Is the event safe before the sender is told that it is, and is nothing slow in between?
import type { Checkup, Step, Witness } from '../model/checkup.ts';
import { all, cannotTell, inCode, inDrill, of, shows, speaksAgainst } from '../model/witness.ts';

export const durableBeforeAnswer: Step = {
  id: 'durable-before-answer',
  title: 'The answer follows the durable registration, and nothing slow precedes it',
  problem:
    'An answer that waits for another system comes after three seconds, and Slack sends the event again while the first is still at work. An answer that ' +
    'comes before the event is written down loses the event when the process dies. Both are cured by one insert, then the answer, then the work.',
  signs: [
    'the code: no call to another system before the acknowledgement, no work after it that only memory keeps',
    'the answer time that logs or the schema show: 99 of 100 within three seconds',
    'a drill: with the database gone nothing is answered with 200 and forgotten',
  ],
  fix: [
    'Write the event down under its key, commit, answer 200, and do the rest in a worker.',
    'Answer 503 where the write did not end in time: the retry then meets the row.',
    'Play it: dedupe drill ADDRESS --scenario database-gone --scenario worker-killed-before-answer.',
  ],
  aspects: (checkup) => [
    all(
      'nothing slow before the answer',
      inCode(checkup, {
        rules: ['slow-work-before-ack', 'blocking-call-in-async-handler', 'missing-ack'],
        about: 'receivers',
        silenceShows: true,
      }),
      answerTimes(checkup),
    ),
    all(
      'registered durably before the answer',
      inCode(checkup, {
        rules: ['work-after-ack-not-durable', 'in-memory-dedupe', 'marked-before-work', 'error-answered-as-success'],
        about: 'receivers',
      }),
      registered(checkup),
      inDrill(checkup, ['database-gone']),
    ),
  ],
};

const slackWaitsMs = 3_000;

function answerTimes({ figures }: Checkup): readonly Witness[] {
  return of('figures', figures, (known) =>
    known
      .filter(({ id }) => id === 'answer-time')
      .map((figure) => {
        if ('gap' in figure) return cannotTell('figures', figure.gap, 'dedupe scan --figures');
        const late = Math.max(
          ...figure.values.filter(({ name }) => /^(?:by request lines )?p99$/.test(name)).map(({ value }) => value),
        );
        if (late === Number.NEGATIVE_INFINITY) {
          const gap =
            figure.values.length > 0 ? 'no line says which of these routes a sender uses' : 'no answer was timed';
          return cannotTell('figures', gap, 'dedupe scan --figures');
        }
        const said = `${figure.source}: 99 of 100 answers within ${Math.round(late)} ms`;
        return late < slackWaitsMs
          ? shows('figures', said)
          : speaksAgainst('figures', `${said}, and Slack waits ${slackWaitsMs} ms`, 'dedupe explain ack-late-retry');
      }),
  );
}

function registered({ schema }: Checkup): readonly Witness[] {
  return of('database', schema, ({ holds }) => [
    holds.events && holds.answers
      ? shows('database', 'the newest answered deliveries have their event in dedupe.inbound_events')
      : cannotTell('database', 'no answered delivery with its event in dedupe.inbound_events'),
  ]);
}
