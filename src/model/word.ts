// A word of a command line that a person copies.

/** `variable`: the shell fills it in, so that what it holds is not written down. */
export type Word = string | { readonly variable: string };
