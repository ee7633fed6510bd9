/** How much cash is missing; 0 when it is enough or nothing was typed, which means exact cash. Whole rupiah. */
export function shortOf(total: number | null, tendered: number | null): number {
  return total === null || tendered === null ? 0 : Math.max(0, total - tendered);
}

/** What the customer gets back; 0 for exact cash. Whole rupiah. */
export function changeOf(total: number | null, tendered: number | null): number {
  return total === null || tendered === null ? 0 : Math.max(0, tendered - total);
}
