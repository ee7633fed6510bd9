/** What a practice counter has on its buttons from the first day (main/training/first-products.ts). */
export const creditCodes = ['TSEL10', 'TSEL20', 'TSEL25', 'TSEL50', 'TSEL5', 'TSEL100'] as const;

export const billCodes = ['PLNPOST', 'PDAMJKT', 'BPJS', 'TELKOM', 'INDIHOME'] as const;

/** Whoever comes in between, and to whom everything goes well. */
export const ordinaryNumber = '081234567890';
