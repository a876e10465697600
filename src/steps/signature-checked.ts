// Is the sender proved before anything else, and does no secret stand in a log?
import type { Checkup, Step, Witness } from '../model/checkup.ts';
import { all, cannotTell, counted, inCode, inDrill, of, shows, speaksAgainst } from '../model/witness.ts';

export const signatureChecked: Step = {
  id: 'signature-checked',
  title: 'The signature is checked over the raw body, and no secret stands in a log',
  problem:
    'A signature that is computed over a body which was parsed and written anew fails for honest requests and is then switched off; without it anybody ' +
    'can send events. A token in a log is a second way in, and whoever shares the log for a diagnosis shares the token.',
  signs: [
    'the code: no receiver without a check, none over a parsed body, none switched off',
    'a drill: a wrong, an old and a future signature make nothing',
    'the logs: no value that looks like a token',
  ],
  fix: [
    'Verify with the library of the framework, over the bytes as they came and before any parser.',
    'Refuse what is older or newer than five minutes.',
    'Redact the headers authorization and x-slack-signature and the fields token and secret where the log is written, and rotate what was written.',
  ],
  aspects: (checkup) => [
    all(
      'signature over the raw body',
      inCode(checkup, {
        rules: [
          'signature-not-verified',
          'signature-over-parsed-body',
          'signature-check-disabled',
          'form-body-read-as-json',
        ],
        about: 'receivers',
        silenceShows: true,
      }),
      inDrill(checkup, ['bad-signature', 'stale-signature', 'future-signature']),
    ),
    all('no secrets in logs', tokensIn(checkup), writersIn(checkup)),
  ],
};

function tokensIn({ logs }: Checkup): readonly Witness[] {
  return of('log', logs, (files) => {
    const found = files.flatMap(({ file, exposed }) => exposed.map((one) => ({ file, ...one })));
    const tokens = found.filter(({ what }) => what === 'token');
    if (tokens.length > 0)
      return tokens.map(({ file, field, count }) =>
        speaksAgainst(
          'log',
          `${file}: ${counted(count, 'line')} with a token in ${field}`,
          `dedupe logs check ${file}`,
        ),
      );
    const lines = files.reduce((sum, one) => sum + one.lines, 0);
    const unread = files.filter(({ readable }) => !readable);
    if (unread.length > 0)
      return [cannotTell('log', `${unread.map(({ file }) => file).join(', ')} could not be read whole`)];
    return lines === 0
      ? [cannotTell('log', 'there are no lines')]
      : [shows('log', `no value like a token in ${counted(lines, 'line')}`)];
  });
}

/** Code that writes none today says nothing of what stands in the logs. */
function writersIn(checkup: Checkup): readonly Witness[] {
  const found = inCode(checkup, { rules: ['secret-logging', 'secret-in-source'], about: 'receivers' });
  return found.filter(({ state }) => state === 'does-not-hold');
}
