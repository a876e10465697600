// What a module gives to those who import from it.
import { deepest, type Evaluation } from './evaluation.ts';
import type { Evaluator } from './evaluator.ts';
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Import, Module } from './syntax.ts';
import type { Value } from './value.ts';

export class Imports {
  readonly #program: Program;
  readonly #evaluator: Evaluator;

  constructor(program: Program, evaluator: Evaluator) {
    this.#program = program;
    this.#evaluator = evaluator;
  }

  import({ from, imported }: Import, module: Module, state: Evaluation): Value | undefined {
    const target = this.#program.files.find(module, from);
    if (!target) {
      const inner = module.language === 'python' ? this.#program.files.find(module, `${from}.${imported}`) : undefined;
      if (inner) return { is: 'module', module: inner };
      const whole = imported === '*' || imported === 'default';
      const [, own, file] = builtFile.exec(from) ?? [];
      if (own !== undefined) return { is: 'outside', path: `${own}.${whole ? file : imported}`, made: undefined };
      return { is: 'outside', path: whole ? from : `${from}.${imported}`, made: undefined };
    }
    if (imported === '*') return { is: 'module', module: target };
    const found = this.exported(target, imported, state);
    if (found) return found;
    const inner =
      module.language === 'python'
        ? this.#program.files.find(module, `${from === '.' ? '' : from}.${imported}`)
        : undefined;
    return inner ? { is: 'module', module: inner } : undefined;
  }

  exported(module: Module, name: string, { depth }: Evaluation): Value | undefined {
    if (depth > deepest) return this.#evaluator.unsure();
    const state = { depth: depth + 1 };
    const one = this.#program.indexOf(module);
    if (!one) return undefined;
    if (module.language === 'python') {
      const bindings = one.scope.names.get(name) ?? [];
      return (
        this.#evaluator.first(bindings.map((binding) => this.#evaluator.binding(binding, state))) ??
        this.wildcard(name, one.scope, state)
      );
    }
    const own = module.exports.filter((entry) => entry.name === name);
    if (own.length > 0)
      return this.#evaluator.first(own.map(({ value }) => this.#evaluator.evaluate(value, one.scope, state)));
    for (const from of module.forwards) {
      const target = this.#program.files.find(module, from);
      const found =
        target && state.depth < deepest ? this.exported(target, name, { depth: state.depth + 1 }) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  /** `from x import *`. */
  wildcard(name: string, { module }: Scope, { depth }: Evaluation): Value | undefined {
    if (depth > deepest) return this.#evaluator.unsure();
    const state = { depth: depth + 1 };
    for (const one of module.imports.filter(({ imported }) => imported === '**')) {
      const target = this.#program.files.find(module, one.from);
      const found = target && this.exported(target, name, state);
      if (found) return found;
    }
    return undefined;
  }

  /** `require('./x').y` of a module whose default is an object. */
  ofDefault(module: Module, name: string, state: Evaluation): Value | undefined {
    const whole = name === 'default' ? undefined : this.exported(module, 'default', state);
    return whole && whole.is !== 'module' ? this.#evaluator.memberOf(whole, name, state) : undefined;
  }

  required(from: string, { module }: Scope): Value {
    const target = this.#program.files.find(module, from);
    if (!target) return { is: 'outside', path: from, made: undefined };
    const whole = target.exports.find(({ name }) => name === '*');
    const index = this.#program.indexOf(target);
    if (whole && index) {
      const value = this.#evaluator.evaluate(whole.value, index.scope);
      // `module.exports = app`: the module is that value. An object of exports is looked into like a module.
      if (value && !(value.is === 'plain' && value.expr.form === 'object')) return value;
    }
    return { is: 'module', module: target };
  }
}

/** `@slack/web-api/dist/WebClient`: a class by its file. */
const builtFile = /^(@slack\/[\w-]+)\/dist\/(?:\w+\/)*(\w+)(?:\.js)?$/;
