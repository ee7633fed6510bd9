/** Without the keys that hold undefined: optional input for ports that tell "left out" from "undefined". */
export function given<T extends object>(part: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(part).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- exactly the keys whose value is not undefined
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
