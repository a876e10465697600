// What a function does when it runs, in order and through the functions that it calls: each call with the way that leads to it.
import type { Act } from './act.ts';
import { functionIn, handedHere, sentAwayBy } from './handed-here.ts';
import { chained, handedIn, hiredCall, runsNow, runsToEnd, takerOf, together } from './hired-calls.ts';
import { keepsAlive, leftIn, startsTask } from './left-alone.ts';
import { absentIn, needsAbsent } from './left-out.ts';
import type { Program } from './program.ts';
import { keptTargets } from './scope.ts';
import type { Call, Expr, Func, Span, Stmt } from './syntax.ts';
import { pathOf, type Value } from './value.ts';
import { partsOf } from './walk.ts';
import { armed, beginningOf, nothingAbsent, type Way } from './way.ts';
import { constructorOf, handsAnswer, memberName } from './ways.ts';

/** One of several that a table, or an object by a name, gave. */
const picked = /^(global\.(Map|dict)|(collections\.)?(defaultdict|OrderedDict))\(\)\.get\(\)|^global\.getattr\(\)/;
const deepest = 7;
const most = 4000;
export function actsOf(program: Program, fn: Func): readonly Act[] {
  const before = known.get(program)?.get(fn);
  if (before) return before;
  const acts = new Walker(program).run(fn);
  const own = known.get(program) ?? new Map<Func, readonly Act[]>();
  known.set(program, own.set(fn, acts));
  return acts;
}

const known = new WeakMap<Program, Map<Func, readonly Act[]>>();

class Walker {
  readonly #program: Program;
  readonly #acts: Act[] = [];
  readonly #left = new Set<Expr>();
  #ids = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  run(fn: Func): readonly Act[] {
    const scope = this.#program.inside(fn);
    if (!scope) return [];
    this.#list(fn.body, beginningOf(fn, scope, ++this.#ids));
    return this.#acts;
  }

  #add(kind: Act['kind'], expr: Expr | undefined, at: Span, way: Way, more: Partial<Act> = {}): void {
    if (this.#acts.length >= most) return;
    const { scope, arms, frames, chain, isInLoop, isInCatch, handedTo, late } = way;
    this.#acts.push({
      ...{ n: this.#acts.length, kind, expr, at, scope, arms, frames, chain, isInLoop, isInCatch, handedTo, late },
      ...{ path: undefined, local: undefined, isAwaited: way.isAwaited && !way.isDetached, ...more },
    });
  }

  #list(list: readonly Stmt[], way: Way): void {
    for (const statement of list) this.#statement(statement, way);
  }

  #statement(statement: Stmt, way: Way): void {
    const left = leftIn(statement, way.stack.at(-1), way.scope.module.language === 'python');
    if (left) this.#left.add(left);
    switch (statement.does) {
      case 'value':
        this.#expr(statement.value, way);
        return;
      case 'bind':
        if (statement.value) this.#expr(statement.value, way);
        for (const target of keptTargets(statement, way.scope)) this.#add('assign', target, statement.at, way);
        return;
      case 'if': {
        const id = ++this.#ids;
        this.#test(statement.test, way);
        if (!needsAbsent(statement.test, way.absent))
          this.#list(statement.yes, armed(way, statement.test, id, 'yes', statement.yes));
        this.#list(statement.no, armed(way, statement.test, id, 'no', statement.no));
        return;
      }
      case 'loop':
        for (const head of statement.head) this.#expr(head, way);
        this.#list(statement.body, { ...way, isInLoop: true });
        return;
      case 'return':
        // What is returned is waited for by whoever waits for the function.
        if (statement.value) this.#expr(statement.value, { ...way, isAwaited: !way.isDetached });
        this.#add('return', statement.value, statement.at, way);
        return;
      case 'throw':
        if (statement.value) this.#expr(statement.value, way);
        this.#add('throw', statement.value, statement.at, way);
        return;
      case 'try': {
        this.#list(statement.body, way);
        const id = ++this.#ids;
        const test: Expr = { form: 'other', parts: [], at: statement.at };
        for (const body of statement.catches)
          this.#list(body, { ...armed(way, test, id, 'catch', body), isInCatch: true });
        this.#list(statement.last, way);
        return;
      }
      case 'with':
        for (const item of statement.items) this.#expr(item, way);
        this.#list(statement.body, way);
        return;
      case 'block':
        this.#list(statement.body, way);
    }
  }

  #test(test: Expr, way: Way): void {
    this.#expr(test, way);
    this.#add('test', test, test.at, way);
  }

  #expr(expr: Expr, way: Way): void {
    switch (expr.form) {
      case 'await':
        this.#expr(expr.value, { ...way, isAwaited: true });
        return;
      case 'call':
        this.#call(expr, way);
        return;
      case 'choice': {
        const id = ++this.#ids;
        this.#test(expr.test, way);
        if (!needsAbsent(expr.test, way.absent)) this.#expr(expr.yes, armed(way, expr.test, id, 'yes', []));
        this.#expr(expr.no, armed(way, expr.test, id, 'no', []));
        return;
      }
      case 'operation':
        if (expr.sign === 'and' || expr.sign === 'or') this.#shortCircuit(expr.parts, expr.sign, way);
        else for (const part of expr.parts) this.#expr(part, { ...way, isAwaited: false });
        return;
      case 'function':
        return;
      case 'assign':
        this.#expr(expr.value, { ...way, isAwaited: false });
        this.#add('assign', expr.target, expr.at, way);
        return;
      default:
        for (const part of partsOf(expr)) this.#expr(part, expr.form === 'list' ? way : { ...way, isAwaited: false });
    }
  }

  #shortCircuit([left, right]: readonly Expr[], sign: 'and' | 'or', way: Way): void {
    if (left) this.#test(left, { ...way, isAwaited: false });
    if (!left || !right || (sign === 'and' && needsAbsent(left, way.absent))) return;
    this.#expr(right, armed(way, left, ++this.#ids, sign === 'and' ? 'yes' : 'no', []));
  }

  #call(call: Call, way: Way): void {
    const { scope } = way;
    const isPython = scope.module.language === 'python';
    const value = handedHere(this.#program, call.callee, way) ?? this.#program.evaluate(call.callee, scope);
    const path = pathOf(value);
    const inner = { ...way, isAwaited: way.isAwaited && chained.test(path ?? memberName(call)) };
    if (call.callee.form === 'member') this.#expr(call.callee.object, inner);
    else if (call.callee.form === 'call') this.#expr(call.callee, inner);
    const isTogether = way.isAwaited && together.test(path ?? '');
    const isRun = isPython && runsToEnd.test(path ?? memberName(call));
    const isTask = isPython && this.#left.has(call) && startsTask(path ?? memberName(call));
    const late = !isPython && keepsAlive.test(path ?? memberName(call)) ? 'waitUntil' : way.late;
    for (const { value: arg } of call.args)
      if (isTask && arg.form === 'call')
        this.#call(arg, { ...way, isAwaited: true, isDetached: true, handedTo: way.handedTo ?? 'asyncio.create_task' });
      else if (arg.form !== 'function') this.#expr(arg, { ...way, isAwaited: isRun || isTogether, late });
    const known =
      value?.is === 'function' ? value.fn : value?.is === 'class' ? constructorOf(value.def.cls.members) : undefined;
    const isOutside = path !== undefined && !picked.test(path);
    const all = isOutside ? [] : this.#program.run(known, call, scope);
    const [fn] = all.length === 1 && (known || isPython) ? all : [];
    // In Python a call of a plain function runs it, and one of an async function only makes something to wait for.
    const isAwaited = isPython ? way.isAwaited || fn?.isAsync !== true : way.isAwaited;
    const here = { ...way, isAwaited };
    // Python's async ones do nothing before somebody waits for them.
    const several = fn ? [] : isPython && !way.isAwaited ? all.filter(({ isAsync }) => !isAsync) : all;
    // What comes from outside and is left is work that nobody waits for as well.
    const isLeft = !isPython && !isAwaited && path !== undefined && this.#left.has(call);
    if (several.length > 0) this.#enterOne(several, call, here);
    else this.#add('call', call, call.at, here, { path, local: fn, ...(isLeft && { late: way.late ?? 'left alone' }) });
    const sent = fn && isPython ? sentAwayBy(this.#program, fn, { call, scope }) : undefined;
    if (value && sent !== undefined) this.#handed(value, call, sent, way);
    else if (fn && (isAwaited || !isPython)) this.#enter(fn, call, here);
    const hired = hiredCall({ call, scope });
    const isLeftAlone = isPython && this.#left.has(call);
    const handedTo = takerOf(path ?? memberName(call), isLeftAlone, hired !== undefined && way.isAwaited);
    if (hired) this.#hire(hired, call, handedTo, way);
    for (const arg of handedIn(call, fn !== undefined || several.length > 0))
      if (arg !== hired?.callee) this.#handed(functionIn(this.#program, arg, way), call, handedTo, way);
  }

  /** What somebody else is handed to run, which need not be of the project. */
  #hire(hired: Call, call: Call, handedTo: string, way: Way): void {
    const value = handedHere(this.#program, hired.callee, way) ?? this.#program.evaluate(hired.callee, way.scope);
    if (value?.is === 'function') this.#handed(value, call, handedTo, way);
    else if (value?.is === 'outside') this.#call(hired, { ...way, handedTo: way.handedTo ?? handedTo });
  }

  /** One of them runs, and nobody can tell which: each is a side of its own. */
  #enterOne(fns: readonly Func[], call: Call, way: Way): void {
    const test: Expr = { form: 'other', parts: [], at: call.at };
    fns.reduce((rest, fn) => {
      const id = ++this.#ids;
      const own = armed(rest, test, id, 'yes', []);
      this.#add('call', call, call.at, own, { local: fn });
      this.#enter(fn, call, own);
      return armed(rest, test, id, 'no', []);
    }, way);
  }

  #enter(fn: Func, call: Call, way: Way): void {
    const scope = this.#program.inside(fn);
    if (!scope || way.stack.includes(fn) || way.stack.length > deepest) return;
    // Nobody waits for an async function that was called without await: what it waits for comes later.
    const isAlone = fn.isAsync && !way.isAwaited && !handsAnswer(this.#program, call, way.scope);
    const isDetached = way.isDetached || isAlone;
    const isLeft = isAlone && this.#left.has(call);
    this.#list(fn.body, {
      ...{ ...way, scope, isDetached },
      frames: [...way.frames, ++this.#ids],
      stack: [...way.stack, fn],
      chain: [...way.chain, { at: call.at, scope: way.scope }],
      isAwaited: false,
      absent: absentIn(fn, scope, { call, scope: way.scope }, way.absent),
      site: { call, scope: way.scope },
      late: way.late ?? (isLeft && scope.module.language !== 'python' ? 'left alone' : undefined),
    });
  }

  /** A function that is handed to another one: it runs now, later or never. */
  #handed(value: Value | undefined, call: Call, path: string, way: Way): void {
    if (value?.is !== 'function' || value.fn.isAsync === undefined) return;
    const scope = this.#program.inside(value.fn);
    if (!scope || way.stack.includes(value.fn) || way.stack.length > deepest) return;
    // What makes a promise is waited for by whoever waits for the promise.
    const isExecutor = path === 'global.Promise';
    const isNow = isExecutor || runsNow.test(path);
    const test: Expr = { form: 'other', parts: [], at: call.at };
    this.#list(value.fn.body, {
      ...{ ...armed(way, test, ++this.#ids, 'body', []), scope, absent: nothingAbsent, site: undefined },
      isAwaited: isExecutor && way.isAwaited,
      frames: [...way.frames, ++this.#ids],
      stack: [...way.stack, value.fn],
      chain: [...way.chain, { at: call.at, scope: way.scope }],
      isInLoop: way.isInLoop || (isNow && !isExecutor),
      handedTo: isNow && way.handedTo === undefined ? undefined : (way.handedTo ?? path),
    });
  }
}
