/** The same as the package itself, which the build replaces by formula.ts. */
declare module 'katex/dist/katex.mjs' {
  export * from 'katex';
  export { default } from 'katex';
}
