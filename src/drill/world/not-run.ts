// Why a scenario says nothing: it never counts as passed.

export class NotRun extends Error {
  /** The system does not work any more, or not yet: what comes next cannot be told either. */
  readonly isDown: boolean;
  constructor(reason: string, options: ErrorOptions & { readonly isDown?: boolean } = {}) {
    super(reason, options);
    this.name = 'NotRun';
    this.isDown = options.isDown ?? false;
  }
}
