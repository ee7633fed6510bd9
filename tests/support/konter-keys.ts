/** The functions of a window.konter by their names in the contract, sorted: "pay", "transactions.get" … */
export function keysOf(konter: object): string[] {
  return Object.entries(konter)
    .flatMap(([key, value]) =>
      typeof value === 'function' ? [key] : Object.keys(value as object).map((inner) => `${key}.${inner}`),
    )
    .sort();
}
