/**
 * Who was sent which webhook key, as it was seen from outside: the invariants go by this, never by what the counter or the
 * relay takes for trusted. Times are milliseconds since 1970, by the clock of whom they are about.
 */
export interface KeyBook {
  /** what the provider has signed, and with which key, by the signature */
  signed: Map<string, { key: string; body: string }>;
  counter: {
    inUse: string;
    /** until when it trusts a key; Infinity: the one in use */
    until: Map<string, number>;
    /** when it last looked which keys it trusts */
    lookedAt: number;
  };
  /** until when the relay has to take what a key signed, and until when it may; null: the mailbox has no secret */
  mailbox: Map<string, { must: number; may: number }> | null;
  /** quarantined, and no key that the counter had then or at a start since has signed them, by markOf */
  unapplied: Map<string, Signed>;
}

/** The words of a webhook as they came, and its signature. */
export interface Signed {
  signature: string;
  body: string;
}

/** Which key the provider has signed exactly these words with, or null where it has not: they were forged or damaged. */
export function keyOf({ signed }: KeyBook, { signature, body }: Signed): string | null {
  const entry = signed.get(signature);
  return entry?.body === body ? entry.key : null;
}

export function keyBook(counter: string, mailbox: string | null): KeyBook {
  return {
    signed: new Map(),
    counter: { inUse: counter, until: new Map([[counter, Infinity]]), lookedAt: 0 },
    mailbox: mailbox === null ? null : new Map([[mailbox, { must: Infinity, may: Infinity }]]),
    unapplied: new Map(),
  };
}

/** One webhook as it came, in one word. */
export function markOf(came: { ref: string | null; signature: string; body: string }): string {
  return `${came.ref} ${came.signature} ${came.body}`;
}

/** The owner enters a key: the one before is trusted until then. */
export function recordCounterKey({ counter }: KeyBook, key: string, until: number): void {
  if (key === counter.inUse) return;
  counter.until.set(counter.inUse, until);
  counter.until.set(key, Infinity);
  counter.inUse = key;
}

/** Whether the counter had to take a webhook for the provider's when it last looked which keys it trusts. */
export function trusts(book: KeyBook, webhook: Signed, at = book.counter.lookedAt): boolean {
  const key = keyOf(book, webhook);
  return key !== null && at < (book.counter.until.get(key) ?? -Infinity);
}

/** The counter has started, and has looked at what it had quarantined with the keys that it trusts by now. */
export function replayQuarantined(book: KeyBook, began: number, ended: number): void {
  for (const [mark, webhook] of book.unapplied) {
    if (trusts(book, webhook, began) && trusts(book, webhook, ended)) book.unapplied.delete(mark);
  }
}

/** What is over by then is gone for good, also where the relay's clock is set back later. */
export function mailboxIsRotated({ mailbox }: KeyBook, key: string, at: number, oldUntil: number): void {
  if (!mailbox) return;
  for (const [old, { must }] of mailbox) {
    const until = Math.min(must, oldUntil);
    mailbox.set(old, { must: until > at ? until : -Infinity, may: until });
  }
  mailbox.set(key, { must: Infinity, may: Infinity });
}

/** Longer than a relay goes on with what it knew of a mailbox before a command changed it. */
const forgottenMs = 2500;

/** Whether the relay has to take a webhook at that moment, as far as its signature goes, and whether it may. */
export function takes(book: KeyBook, webhook: Signed, at: number): { must: boolean; may: boolean } {
  const { mailbox } = book;
  const key = keyOf(book, webhook);
  if (!mailbox) return { must: key !== null, may: true };
  const until = mailbox.get(key ?? '');
  return until ? { must: at < until.must, may: at - forgottenMs < until.may } : { must: false, may: false };
}
