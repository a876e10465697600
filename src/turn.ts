// What is under way goes on: requests are written, answers are read, signals arrive.

/** One turn of the event loop. Code that never waits holds up everybody else; this is where it lets them. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
