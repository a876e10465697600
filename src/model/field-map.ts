// What the configuration says about an app's own lines: which path in them is which field of a fact.

export type Words = Readonly<Record<string, string | number>>;

export interface FieldMap {
  /** Field of a fact line → names of properties from the top of the line. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** Field of a fact line → the value that it has in every line. */
  readonly constants: Readonly<Record<string, string | number>>;
  /** The kind of fact that a line is, by the text at a path. */
  readonly kind: { readonly path: readonly string[]; readonly when: Readonly<Record<string, string>> } | undefined;
  /** Field of a fact line → what the texts at its path mean; `true` and `false` are texts here. Any other text says nothing. */
  readonly words?: Readonly<Record<string, Words>>;
  /** Of times that are written without one: `UTC`, `+02:00`, `Europe/Berlin`. Left out: such a time is not known. */
  readonly zone?: string;
}

export const noFieldMap: FieldMap = { paths: {}, constants: {}, kind: undefined };
