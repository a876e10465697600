// A migration is a plain .sql file, inlined as text by the build and by the tests' loader.
declare module '*.sql' {
  const text: string;
  export default text;
}
