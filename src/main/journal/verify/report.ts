/** What the checks look at: one row of the database, and what is not right with it. */
export interface Flaw {
  /** "event 17", "sale 0195…", "receipt 000012" */
  row: string;
  why: FlawKind;
}

export type FlawKind =
  /** a number of the log is not there: a row was taken out */
  | 'event_missing'
  /** does not follow from the event before it: one of the two was changed, put in or moved */
  | 'link_broken'
  /** the event's own words no longer give its hash */
  | 'event_changed'
  /** the last event is not the one that was written last: the end was cut off */
  | 'end_differs'
  /** a body is neither there nor erased */
  | 'body_missing'
  | 'body_changed'
  /** a body belongs to no event of the log */
  | 'body_unexplained'
  /** the list shows something else than the sale's last event */
  | 'sale_differs'
  /** the log tells of a sale that the list does not have */
  | 'sale_missing'
  /** no event of the log made this sale */
  | 'sale_unexplained'
  /** a receipt number was left out */
  | 'receipt_missing'
  /** receipt and sale do not name each other */
  | 'receipt_differs'
  /** the database itself is damaged */
  | 'damaged'
  /** a row refers to one that is not there */
  | 'refers_to_nothing';

/** How the signatures of the kept webhooks stand to the keys that were given. */
export interface WebhookProof {
  /** how many verify with each key, in the order of the keys */
  byKey: number[];
  /** applied, and signed with none of these keys: an older key, or not the provider's words */
  byNone: number;
  /** the first of those */
  firstByNone: string | null;
  /** set aside, and signed with none of these keys: that is why most of them were set aside */
  setAsideByNone: number;
  /** the body was erased: nothing left to verify */
  erased: number;
}

/** What verifyJournal found. `flaw` is the first one; counts go up to it. */
export interface VerifyReport {
  terminal: string;
  events: number;
  sales: number;
  receipts: number;
  /** bodies that were erased: the chain still holds, what they said is gone */
  erased: number;
  /** write it down elsewhere: only that shows later that nothing up to here was rewritten */
  head: { seq: number; hash: string };
  flaw: Flaw | null;
  /** null where no keys were given, or the log they stand in is not right */
  webhooks: WebhookProof | null;
}

export type Counts = Pick<VerifyReport, 'events' | 'sales' | 'receipts' | 'erased'>;
