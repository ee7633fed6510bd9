/** What the one field expects next. It takes anything at any time; this only settles what could be two things. */
export type EntryStep = 'customerNo' | 'product' | 'price' | 'tendered';

/** What somebody typed, pasted or scanned into the one field. Numbers are normalised, codes are as typed. */
export type EntryReading =
  | { is: 'nothing' }
  | { is: 'number'; customerNo: string }
  /** could be a code, a part of a product's name, or the nominal alone: whoever knows the products tells which */
  | { is: 'product'; text: string }
  /** "TSEL10.0812…" */
  | { is: 'quick'; product: string; customerNo: string }
  /** whole rupiah */
  | { is: 'amount'; amount: number }
  | { is: 'receipt'; receiptNo: string }
  /** a scanned proof, from its tag on or with an address before it */
  | { is: 'proof'; text: string }
  /** digits that are too few or too many for a number, and stand for no product either */
  | { is: 'noNumber'; text: string };
