// Which of the configured targets is asked about an operation, and what to say where there is none?
import { appTargetOf, effectTargetOf } from '../model/operation.ts';

interface Sent {
  readonly target: string;
  readonly sourceEventKey: string;
}

const effects = effectTargetOf('');
const handlings = appTargetOf('');

/** Effects of one application land in several systems: each is looked for in the target that bears its own name. */
export function configuredName({ target, sourceEventKey }: Sent): string {
  return target.startsWith(effects) ? sourceEventKey.slice(sourceEventKey.lastIndexOf('#') + 1) : target;
}

export function notConfigured(sent: Sent): string {
  if (sent.target.startsWith(handlings))
    return (
      'it is the handling of an event by the application, about which no system can be asked: ' +
      'look what it did, and say so with dedupe settle'
    );
  const name = configuredName(sent);
  const types = '(dedupe targets lists the types)';
  if (!sent.target.startsWith(effects)) return `no target "${name}" is configured: name it under targets ${types}`;
  return (
    `no target "${name}" is configured: give this name, under targets, to the system in which the effect "${name}" lands ` +
    `with its key ${types}; or look, and say what is there with dedupe settle`
  );
}
