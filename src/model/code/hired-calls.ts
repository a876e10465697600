// Python's calls that have another one made for them: a thread, a pool, a queue gets a function and what to hand to it.
import { hiredBy } from './left-alone.ts';
import type { CallSite } from './scope.ts';
import type { Argument, Call, Expr } from './syntax.ts';

/** They run what they are handed before they come back. */
export const runsNow = /\.(map|forEach|filter|flatMap|reduce|some|every|find|for_each)$/;

/** The call that is made elsewhere, as if it stood at this place; undefined where none is. */
export function hiredCall({ call, scope }: CallSite): Call | undefined {
  if (scope.module.language !== 'python') return undefined;
  const { callee, args } = call;
  if (callee.form !== 'name' && callee.form !== 'member') return ofWrapper(call);
  const name = callee.name ?? '';
  const places = args.filter(({ keyword, isSpread }) => keyword === undefined && !isSpread);
  const named = (word: RegExp) => args.find(({ keyword }) => keyword !== undefined && word.test(keyword))?.value;
  if (/^(Thread|Process|Timer|start_new_thread)$/.test(name)) {
    const at = name === 'Timer' ? 1 : 0;
    const fn =
      named(/^(target|function)$/) ?? (name === 'Thread' || name === 'Process' ? undefined : places[at]?.value);
    return fn && made(call, fn, packed(named(/^args$/) ?? places[at + 1]?.value, named(/^kwargs$/)));
  }
  if (handing.test(name)) return shifted(call, places[0]?.value, 1);
  // https://apscheduler.readthedocs.io/en/3.x/modules/schedulers/base.html
  if (name === 'add_job' && !/jobstore/i.test(scope.module.text)) {
    const fn = named(/^func$/) ?? places[0]?.value;
    return fn && made(call, fn, packed(named(/^args$/) ?? places[2]?.value, named(/^kwargs$/)));
  }
  if (/^(run_in_executor|call_later)$/.test(name)) return shifted(call, places[1]?.value, 2);
  if (callee.form !== 'member') return undefined;
  if (name === 'delay' || name === 'after_response') return made(call, callee.object, args);
  if (name === 'apply_async')
    return made(call, callee.object, packed(named(/^args$/) ?? places[0]?.value, named(/^kwargs$/)));
  return undefined;
}

const handing =
  /^(submit|add_task|to_thread|run_in_threadpool|run_sync|call_soon|call_soon_threadsafe|start_soon|spawn|partial|enqueue)$/;

/** Who waits for these waits for what they run. */
const waitedFor = /(^|\.)(to_thread|run_in_threadpool|run_in_executor|run_sync)$/;
/** What a function is handed to then. */
export const waitedThread = 'a thread that is waited for';

/** What a function is said to be handed to: a pool is one only where nobody asks for the result. */
export function takerOf(path: string, isLeft: boolean, isAwaited: boolean): string {
  if (isAwaited && waitedFor.test(path)) return waitedThread;
  return isLeft && hiredBy.test(path) ? 'executor.submit' : path;
}

/** The end of a chain that is waited for as a whole: `await f().then(g)`, `await ky.get(url).json()`, `await sqs.sendMessage(m).promise()`. */
export const chained =
  /\.(then|catch|finally|json|text|blob|arrayBuffer|buffer|res|send|set|query|type|auth|exec|promise|toPromise|timeout|retry|accept|attach|field|unwrap|lean|select|limit|sort|populate|single|maybeSingle)$/;

/** They wait for all that they are handed, when somebody waits for them. */
export const together =
  /^global\.Promise\.(all|allSettled|race|any)$|^rxjs\.(firstValueFrom|lastValueFrom)$|^(bluebird|p-(map|all|limit))(\.\w+)?$|^asyncio\.(gather|wait|wait_for)$/;

/** They run an async function to its end, from a plain one. */
export const runsToEnd = /^asyncio\.run$|(^|\.)run_until_complete$/;

/** `async_to_sync(f)(x)` */
function ofWrapper(call: Call): Call | undefined {
  const { callee } = call;
  if (callee.form !== 'call' || callee.callee.form !== 'name') return undefined;
  const fn = callee.args[0]?.value;
  return fn && /^(async_to_sync|sync_to_async)$/.test(callee.callee.name) ? made(call, fn, call.args) : undefined;
}

/** Everything behind the function is for the function. */
function shifted(call: Call, fn: Expr | undefined, from: number): Call | undefined {
  const places = call.args.filter(({ keyword }) => keyword === undefined);
  const words = call.args.filter(({ keyword }) => keyword !== undefined);
  return fn && made(call, fn, [...places.slice(from), ...words]);
}

/** What a call hands on; somebody else's also gets the functions that stand in its options. */
export function handedIn({ args }: Call, isOwn: boolean): readonly Expr[] {
  return args.flatMap(({ value }) =>
    value.form === 'object' && !isOwn
      ? value.entries.flatMap((entry) => (entry.value.form === 'function' ? [entry.value] : []))
      : [value],
  );
}

function packed(list: Expr | undefined, words: Expr | undefined): Argument[] {
  const places = list?.form === 'list' ? list.items.map((value) => ({ value })) : [];
  const named =
    words?.form === 'object'
      ? words.entries.flatMap(({ key, value }) => (key === undefined ? [] : [{ value, keyword: key }]))
      : [];
  return [...places, ...named];
}

function made(call: Call, fn: Expr, args: readonly Argument[]): Call | undefined {
  if (fn.form === 'name' || fn.form === 'member') return { form: 'call', callee: fn, args, isNew: false, at: call.at };
  const isPartial =
    fn.form === 'call' && (fn.callee.form === 'name' || fn.callee.form === 'member') && fn.callee.name === 'partial';
  const inner = isPartial ? shifted(call, fn.args[0]?.value, 0) : undefined;
  return inner && fn.form === 'call' ? { ...inner, args: [...fn.args.slice(1), ...args] } : undefined;
}
