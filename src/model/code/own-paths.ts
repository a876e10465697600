// Of a handler for everything that comes, what runs for the addresses that are Slack's.
import type { Act, Arm } from './act.ts';
import { mentions } from './looks.ts';
import type { Expr } from './syntax.ts';

/** Without what it does at other addresses, where one of them says that it is Slack's. */
export function atSlackAddresses(acts: readonly Act[]): readonly Act[] {
  const isNamed = acts.some(({ arms }) => arms.some((arm) => ofSlack.test(addressIn(arm) ?? '')));
  if (!isNamed) return acts;
  return acts.filter(({ arms }) => arms.every((arm) => ofSlack.test(addressIn(arm) ?? 'slack')));
}

const ofSlack = /slack|event|interact|command|action|shortcut/i;

function addressIn({ test, side }: Arm): string | undefined {
  return side === 'yes' ? addressOf(test) : undefined;
}

/** `url.pathname === '/x'`, `path.startsWith('/x')`, beside whatever else must hold. */
function addressOf(test: Expr): string | undefined {
  if (test.form === 'operation' && test.sign === 'and')
    return test.parts.map(addressOf).find((one) => one !== undefined);
  const parts =
    test.form === 'operation' && /^===?$/.test(test.sign)
      ? test.parts
      : test.form === 'call' && test.callee.form === 'member' && /^(starts|ends)With$/.test(test.callee.name ?? '')
        ? [test.callee.object, ...test.args.map(({ value }) => value)]
        : [];
  const text = parts.find((one) => one.form === 'text' && one.value?.startsWith('/'));
  return text?.form === 'text' && parts.some((one) => one !== text && mentions(one, address)) ? text.value : undefined;
}

const address = /^(url|path|pathname|rawPath|requestPath)$/;
