// What the package exports beside its documented entry, in the exact version that package.json names.
declare module 'oxc-parser/src-js/bindings.js' {
  /** `program` is JSON: `{node, fixes}`, where the fixes make objects of patterns and large numbers, which nobody here needs. */
  export function parseSync(
    file: string,
    text: string,
  ): { readonly program: string; readonly errors: readonly { readonly severity: string; readonly message: string }[] };
}
