// Source code in the few forms that the rules ask about, the same for JavaScript, TypeScript and Python. What has no form of its own
// keeps its parts, so that a call inside it is still a call.
import type { Language } from '../audit-input.ts';

/** Offsets into the module's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface At {
  readonly at: Span;
}

export type Name = At & { readonly form: 'name'; readonly name: string };
/** `name` is undefined where it is computed; `key` is then what it is computed from, in JavaScript. */
export type Member = At & {
  readonly form: 'member';
  readonly object: Expr;
  readonly name: string | undefined;
  readonly key?: Expr;
};
export interface Argument {
  readonly value: Expr;
  /** Of a keyword argument. */
  readonly keyword?: string | undefined;
  readonly isSpread?: boolean;
}
export type Call = At & {
  readonly form: 'call';
  readonly callee: Expr;
  readonly args: readonly Argument[];
  readonly isNew: boolean;
};
/** `value` is undefined where parts of the text are computed; `fixed` is what is written out, with `{}` for each part. */
export type Text = At & {
  readonly form: 'text';
  readonly value: string | undefined;
  readonly fixed: string;
  readonly parts: readonly Expr[];
};
export type Regex = At & { readonly form: 'regex'; readonly source: string; readonly flags: string };
export type Literal = At & { readonly form: 'literal'; readonly value: number | boolean | null };
export type ObjectExpr = At & {
  readonly form: 'object';
  /** A spread or a computed key has no key. */
  readonly entries: readonly { readonly key: string | undefined; readonly value: Expr }[];
};
export type ListExpr = At & { readonly form: 'list'; readonly items: readonly Expr[] };
export type FunctionExpr = At & { readonly form: 'function'; readonly fn: Func };
export type Await = At & { readonly form: 'await'; readonly value: Expr };
/** `and`, `or` (also `??`), `not`, and every comparison by its own sign. */
export type Operation = At & { readonly form: 'operation'; readonly sign: string; readonly parts: readonly Expr[] };
export type Choice = At & { readonly form: 'choice'; readonly test: Expr; readonly yes: Expr; readonly no: Expr };
export type Assign = At & { readonly form: 'assign'; readonly target: Expr; readonly value: Expr };
export type Other = At & { readonly form: 'other'; readonly parts: readonly Expr[] };

export type Expr =
  | Name
  | Member
  | Call
  | Text
  | Regex
  | Literal
  | ObjectExpr
  | ListExpr
  | FunctionExpr
  | Await
  | Operation
  | Choice
  | Assign
  | Other;

export type Stmt = At &
  (
    | { readonly does: 'value'; readonly value: Expr }
    | { readonly does: 'bind'; readonly pattern: Pattern; readonly value: Expr | undefined }
    | {
        readonly does: 'if';
        readonly test: Expr;
        readonly yes: readonly Stmt[];
        readonly no: readonly Stmt[];
      }
    | {
        readonly does: 'loop';
        readonly head: readonly Expr[];
        readonly pattern: Pattern | undefined;
        readonly body: readonly Stmt[];
      }
    | { readonly does: 'return'; readonly value: Expr | undefined }
    | { readonly does: 'throw'; readonly value: Expr | undefined }
    | { readonly does: 'leave' }
    | {
        readonly does: 'try';
        readonly body: readonly Stmt[];
        readonly catches: readonly (readonly Stmt[])[];
        readonly last: readonly Stmt[];
      }
    | { readonly does: 'with'; readonly items: readonly Expr[]; readonly body: readonly Stmt[] }
    | { readonly does: 'function'; readonly fn: Func }
    | { readonly does: 'class'; readonly cls: Class }
    | { readonly does: 'block'; readonly body: readonly Stmt[] }
  );

/** What a declaration or a parameter binds: one name, or fields and items of the value. */
export interface Pattern {
  readonly name?: string;
  /** The name of the declared type, the last part of a qualified one. */
  readonly type?: string;
  /** `{ key: name }`: the field of the value that each name takes. */
  readonly fields?: readonly { readonly key: string | undefined; readonly pattern: Pattern }[];
  readonly items?: readonly Pattern[];
  /** Target of an assignment that is no name: `this.app`, `module.exports.x`. */
  readonly target?: Expr;
}

export interface Parameter {
  readonly pattern: Pattern;
  /** The name of the declared type, the last part of a qualified one. */
  readonly type: string | undefined;
  readonly fallback: Expr | undefined;
  readonly isRest: boolean;
  /** `@Body() body`. */
  readonly decorators?: readonly Expr[];
}

export interface Func extends At {
  readonly name: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Stmt[];
  readonly isAsync: boolean;
  readonly decorators: readonly Expr[];
}

export interface Class extends At {
  readonly name: string | undefined;
  readonly bases: readonly Expr[];
  readonly members: readonly {
    readonly name: string | undefined;
    readonly fn?: Func;
    readonly value?: Expr;
    /** The name of the declared type of a field. */
    readonly type?: string | undefined;
    /** It is read like a field, and runs. */
    readonly isGetter?: boolean;
  }[];
  readonly decorators: readonly Expr[];
}

export interface Import extends At {
  readonly from: string;
  /** `*` is the module itself. */
  readonly imported: string;
  readonly local: string;
}

export interface Export {
  readonly name: string;
  readonly value: Expr;
}

export interface Module {
  readonly file: string;
  readonly language: Language;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Re-exports of everything: `export * from`. */
  readonly forwards: readonly string[];
  readonly exports: readonly Export[];
  readonly body: readonly Stmt[];
}
