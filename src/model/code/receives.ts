// What a function reads of a request that only Slack sends: the handshake, the headers, the event, the form of a click or a command.
import type { Act } from './act.ts';
import { answersCommand } from './command-answer.ts';
import { exprsOf, readsField } from './handler-reads.ts';
import { mentions } from './looks.ts';
import type { Program } from './program.ts';
import { comparesOwnToken, hasFormField, isFieldWritten, isOfSlack, ofSlack, readsForm } from './python-forms.ts';
import {
  eventsAddress,
  formsAddress,
  isAddress,
  isBelowAddress,
  isBelowSlack,
  isCalledForEvents,
  isNamed,
  isSlackFile,
  type Place,
} from './slack-address.ts';
import type { Expr, Func } from './syntax.ts';

const ownHeader = /^(http_)?x[-_]slack[-_](retry[-_]num|signature)$/i;
const eventWords = /^(url_?verification|event_?callback)$/i;

/** Does it look for what only the Events API sends? */
export function receivesEvents(handler: Func, acts: readonly Act[], place: Place): boolean {
  if (acts.some(({ kind, expr }) => kind === 'test' && expr !== undefined && mentions(expr, eventWords))) return true;
  const exprs = exprsOf(handler, acts);
  if (exprs.some((one) => one.form === 'operation' && /^===?$/.test(one.sign) && mentions(one, eventWords)))
    return true;
  if (isAddress(place, eventsAddress) && readsRequest(acts, exprs)) return true;
  if (acts.some(({ kind, expr }) => kind === 'test' && expr !== undefined && asksForType(expr))) return true;
  if (
    isCalledForEvents(place, handler) &&
    readsField(handler, acts, /^(event|challenge)$/) &&
    readsRequest(acts, exprs)
  )
    return true;
  if (isNamed(place) && readsField(handler, acts, /^event$/) && exprs.some(namesOwnEvent)) return true;
  // Other services send a challenge as well, and an event too.
  if (!isNamed(place)) return false;
  if (
    isBelowSlack(place) &&
    readsRequest(acts, exprs) &&
    [/^event$/, /^(channel|thread_ts)$/].every((name) => readsField(handler, acts, name))
  )
    return true;
  if (readsField(handler, acts, /^event$/) && readsField(handler, acts, /^client_msg_id$/)) return true;
  const hasHeader = exprs.some(isOwnHeader);
  if (answersChallenge(acts))
    return hasHeader || /slack/i.test(place.path ?? '') || readsField(handler, acts, /^event$/);
  // One that holds a challenge need not end there.
  const isAsked = acts.some(({ kind, expr }) => kind === 'test' && expr !== undefined && asksForChallenge(expr));
  return (hasHeader || isAsked) && readsField(handler, acts, /^event$/);
}

/** `body.event.type === 'app_mention'`: names that no other service gives its events. */
function asksForType(test: Expr): boolean {
  return (
    test.form === 'operation' &&
    /^[!=]==?$/.test(test.sign) &&
    test.parts.some(
      (one) =>
        one.form === 'member' && one.name === 'type' && one.object.form === 'member' && one.object.name === 'event',
    ) &&
    test.parts.some((one) => one.form === 'text' && one.value !== undefined && ownEvents.test(one.value))
  );
}

/** `kind == "app_mention"`, `subtype == "bot_message"`, under whatever name. */
function namesOwnEvent(expr: Expr): boolean {
  if (expr.form !== 'operation' || !/^([!=]==?|(not )?in)$/.test(expr.sign)) return false;
  const texts = expr.parts.flatMap((one) => (one.form === 'list' ? one.items : [one]));
  return texts.some(
    (one) =>
      one.form === 'text' && one.value !== undefined && (ownEvents.test(one.value) || one.value === 'bot_message'),
  );
}

const ownEvents =
  /^(app_mention|app_home_opened|channel_(created|rename|archive|unarchive|deleted)|member_(joined|left)_channel|reaction_(added|removed)|team_join|link_shared|file_shared)$/;

/** Does it read the form of a click or of a slash command? */
export function receivesForms(
  program: Program,
  handler: Func,
  acts: readonly Act[],
  framework: string,
  place: Place,
): boolean {
  const exprs = exprsOf(handler, acts);
  const isClick = (readsField(handler, acts, /^payload$/) || exprs.some(isFieldWritten)) && exprs.some(parsesPayload);
  // No other service sends such a form.
  if (isClick && (readsField(handler, acts, /^callback_id$/) || exprs.some(isKindOfClick))) return true;
  if (!isNamed(place) && !isOfSlack(program)) return false;
  if (comparesOwnToken(exprs) && readsField(handler, acts, /^(text|user_id|channel_id|team_id)$/)) return true;
  if (isOwnClick(handler, acts, exprs)) return true;
  if (hasFormField(handler, /^(response_url|trigger_id)$/)) return true;
  if ((isAddress(place, formsAddress) || isBelowAddress(place)) && readsRequest(acts, exprs)) return true;
  if (
    answersCommand(program, acts) &&
    (readsField(handler, acts, /^(command|text|user_id|user_name|channel_id|team_id)$/) || exprs.some(readsForm))
  )
    return true;
  const isCalledSo =
    framework !== 'lambda' &&
    (/slack/i.test(place.path ?? place.file) ||
      isSlackFile(place.file) ||
      // The address of a view stands elsewhere.
      (framework === 'django' && /(^|\/)\w*slack\w*\//i.test(place.file)));
  if (isCalledSo && /slack/i.test(place.path ?? '') && readsField(handler, acts, /^response_url$/)) return true;
  if (isCalledSo && readsField(handler, acts, /^command$/) && readsField(handler, acts, commandSender)) return true;
  // A mapping of the gateway hands the fields over as those of the event.
  if (
    framework === 'lambda' &&
    isSlackFile(place.file) &&
    [/^token$/, /^command$/].every((name) => readsField(handler, acts, name))
  )
    return true;
  if (acts.some(({ path }) => opensView.test(path ?? '')) && readsField(handler, acts, /^trigger_id$/)) return true;
  const isForm =
    isCalledSo ||
    acts.some(({ path }) => parsesForm.test(path ?? '')) ||
    exprs.some((one) => readsForm(one) || (one.form === 'call' && mentions(one.callee, formReaders)));
  if (!isForm) return false;
  if (isOfSender(handler, acts)) return true;
  // Who wrote what, in a form: beside a client of Slack's nothing but a command comes so.
  if (/^(flask|lambda|functions|python)$/.test(framework) && ofSlack.test(place.text))
    if ([/^user_id$/, /^(text|channel_id)$/].every((name) => readsField(handler, acts, name))) return true;
  if (isClick && /slack/i.test(place.path ?? '')) return true;
  if (isClick)
    return (
      readsField(handler, acts, isCalledSo || framework !== 'django' ? ofClick : onlyOfClick) ||
      exprs.some(isKindOfClick)
    );
  // An outgoing webhook has a token, and nothing else by which a command is known.
  if (isCalledSo && exprs.some(readsForm) && readsField(handler, acts, /^token$/))
    return readsField(handler, acts, /^(text|channel_id|user_id)$/);
  return (
    readsField(handler, acts, /^(response_url|trigger_id)$/) &&
    readsField(handler, acts, /^(command|text|user_id|channel_id|team_id)$/)
  );
}

/** Who wrote the command, and where, in the words that Slack has for it. */
function isOfSender(handler: Func, acts: readonly Act[]): boolean {
  return [/^user_name$/, /^(channel_(id|name)|user_id|team_id)$/, /^(text|command)$/].every((name) =>
    readsField(handler, acts, name),
  );
}

/** What nobody else sends: a trigger with who used it, or the one field of a click with where it is answered. */
function isOwnClick(handler: Func, acts: readonly Act[], exprs: readonly Expr[]): boolean {
  const reads = (name: RegExp) => readsField(handler, acts, name);
  if (reads(/^response_url$/) && reads(/^command$/)) return true;
  if (reads(/^trigger_id$/) && reads(/^(channel_id|user_id|response_url)$/)) return true;
  return reads(/^payload$/) && exprs.some(parsesPayload) && reads(/^(response_url|trigger_id)$/);
}

/** What a command or a click came with is needed for it. */
const opensView = /^@slack\/(web-api|client)(\.default)?\.WebClient\(\)\.(views|dialog)\.open$/;

function isKindOfClick(expr: Expr): boolean {
  return expr.form === 'text' && clicks.test(expr.fixed);
}

/** Beside the command itself nothing but Slack calls them so. */
const commandSender = /^(user_name|user_id|channel_id|channel_name|team_id|team_domain)$/;

const ofClick = /^(response_url|trigger_id|callback_id|actions|action_id)$/;
/** A payment has actions as well. */
const onlyOfClick = /^(response_url|trigger_id|callback_id|action_id)$/;
/** Types of what Slack sends of a click. */
const clicks = /^(block_actions|view_submission|view_closed|dialog_submission|interactive_message|message_action)$/;

const parsesForm = /^(querystring|qs|query-string|fast-querystring|querystringify)\.(parse|decode)$/;
const formReaders = /^(parse_qsl?|URLSearchParams|querystring|qs|formData|parseBody)$/;

/** What hands on, like middleware and adapters, is no receiver of its own. */
function readsRequest(acts: readonly Act[], exprs: readonly Expr[]): boolean {
  if (
    acts.some(({ path }) => /^http\.next$|^@slack\//.test(path ?? '') && !/WebClient|App\(\)\.client/.test(path ?? ''))
  )
    return false;
  return exprs.some(
    (one) =>
      one.form === 'member' &&
      (/^(body|json|text|form|formData|parseBody|rawBody|get_json|get_data|get_body|POST)$/.test(one.name ?? '') ||
        (one.name === 'data' && one.object.form === 'name' && one.object.name === 'request')),
  );
}

/** One that holds a challenge ends there. */
export function answersChallenge(acts: readonly Act[]): boolean {
  return acts.some(
    ({ kind, path, arms }) =>
      (kind === 'return' || /^http\.response\.(.*\.)?(send|json|end)$/.test(path ?? '')) &&
      arms.some(({ test, side }) => side === 'yes' && asksForChallenge(test)),
  );
}

export function asksForChallenge(test: Expr): boolean {
  if (test.form === 'operation' && /^(not|!|not in|!==?|is not)$/.test(test.sign)) return false;
  return mentions(test, /^challenge$/);
}

export function isOwnHeader(expr: Expr): boolean {
  if (expr.form === 'text') return expr.value !== undefined && ownHeader.test(expr.value);
  return expr.form === 'member' && expr.name !== undefined && ownHeader.test(expr.name);
}

function parsesPayload(expr: Expr): boolean {
  return (
    expr.form === 'call' &&
    expr.callee.form === 'member' &&
    /^(parse|loads)$/.test(expr.callee.name ?? '') &&
    expr.args.some(({ value }) => mentions(value, /payload/i))
  );
}
