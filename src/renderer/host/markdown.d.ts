/** A file's text, as Vite builds it in. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
