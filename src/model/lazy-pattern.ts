// A pattern over classes of Unicode takes long to make, and most texts never ask for it.

/** Made when it is first asked for, and then the same. Throws then, and not before, where the source is no pattern. */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
