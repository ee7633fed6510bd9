/**
 * The lowest number that no copy has which may exist on paper. Prints from before jobs were kept have no job: they had the
 * first numbers.
 * @param copies the numbers of the jobs that count, ascending
 * @param prints how many prints count, jobs or not
 */
export function nextCopy(copies: readonly number[], prints: number): number {
  const taken = new Set(copies);
  let next = Math.max(0, prints - copies.length) + 1;
  while (taken.has(next)) next += 1;
  return next;
}
