/** The object as Electron's bridge would hand it over: nobody can put another function in its place. */
export function deepFreeze<T extends object>(thing: T): T {
  for (const part of Object.values(thing)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(thing);
}
