/** How much a bench measures. */
export interface Size {
  /** Rows in its database: what the command line says, else the usual number, or the fewest that it can be asked of. */
  rows(usual: number, fewest: number): number;
  /** Samples, rounds, seconds: as many as a figure needs that can be trusted, or the fewest with which there is one. */
  of(usual: number, fewest: number): number;
}

/** @param asked.isSmallest only to see that the bench still measures; its figures mean nothing then */
export const sizeOf = ({ rows, isSmallest }: { rows?: number | undefined; isSmallest: boolean }): Size => ({
  rows: (usual, fewest) => rows ?? (isSmallest ? fewest : usual),
  of: (usual, fewest) => (isSmallest ? fewest : usual),
});
