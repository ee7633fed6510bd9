/** The size of an amount in a third of the counter's width: from ten million rupiah on, the large one would hang out. */
export const amountSize = (shown: string): string =>
  shown.length > 'Rp9.999.999'.length ? 'text-large whitespace-nowrap' : 'text-title whitespace-nowrap';
