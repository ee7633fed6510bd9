/** Made when it is first needed: most starts never search, list or sum, and preparing their statements is half of opening. */
export function lazily<T>(make: () => T): () => T {
  let made: { thing: T } | null = null;
  return () => (made ??= { thing: make() }).thing;
}
