/**
 * The number of the next copy: above all that may exist on paper. Slips that were shared, or printed before jobs were kept,
 * count without having a job.
 * @param copies the numbers of the jobs that count, ascending
 * @param prints how many slips count, jobs or not
 */
export function nextCopy(copies: readonly number[], prints: number): number {
  return Math.max(prints, copies.at(-1) ?? 0) + 1;
}
