/**
 * Who was told of which webhook key, as it was seen from outside: the invariants go by this, never by what the counter or the
 * relay takes for trusted. Times are milliseconds since 1970, by the clock of whom they are about.
 */
export interface KeyBook {
  /** which key the provider signed with, by the signature */
  signedWith: Map<string, string>;
  counter: {
    inUse: string;
    /** until when it trusts a key; Infinity: the one in use */
    until: Map<string, number>;
    /** when it last looked which keys it trusts */
    lookedAt: number;
  };
  /** until when the relay takes what a key signed; null: the mailbox has no secret */
  mailbox: Map<string, number> | null;
  /** set aside, and no key that the counter had then or at a start since has signed them: their signatures, by markOf */
  unheard: Map<string, string>;
}

export function keyBook(counter: string, mailbox: string | null): KeyBook {
  return {
    signedWith: new Map(),
    counter: { inUse: counter, until: new Map([[counter, Infinity]]), lookedAt: 0 },
    mailbox: mailbox === null ? null : new Map([[mailbox, Infinity]]),
    unheard: new Map(),
  };
}

/** One webhook as it came, in one word. */
export function markOf(came: { ref: string | null; signature: string; body: string }): string {
  return `${came.ref} ${came.signature} ${came.body}`;
}

/** The owner enters a key: the one before is trusted until then. */
export function counterIsTold({ counter }: KeyBook, key: string, until: number): void {
  if (key === counter.inUse) return;
  counter.until.set(counter.inUse, until);
  counter.until.set(key, Infinity);
  counter.inUse = key;
}

/** Whether the counter had to trust a signature when it last looked. */
export function trusts(book: KeyBook, signature: string, at = book.counter.lookedAt): boolean {
  const key = book.signedWith.get(signature);
  return key !== undefined && at < (book.counter.until.get(key) ?? -Infinity);
}

/** The counter has started, and has looked at what it had set aside with the keys that it trusts by now. */
export function heardAnew(book: KeyBook, began: number, ended: number): void {
  for (const [mark, signature] of book.unheard) {
    if (trusts(book, signature, began) && trusts(book, signature, ended)) book.unheard.delete(mark);
  }
}

export function mailboxIsRotated({ mailbox }: KeyBook, key: string, oldUntil: number): void {
  if (!mailbox) return;
  for (const [old, until] of mailbox) if (until === Infinity) mailbox.set(old, oldUntil);
  mailbox.set(key, Infinity);
}

/** Longer than a relay goes on with what it knew of a mailbox before a command changed it. */
const forgottenMs = 2500;

/** Whether the relay has to take what carries this signature at that moment, and whether it may. */
export function takes(
  { mailbox, signedWith }: KeyBook,
  signature: string,
  at: number,
): { must: boolean; may: boolean } {
  if (!mailbox) return { must: true, may: true };
  const until = mailbox.get(signedWith.get(signature) ?? '') ?? -Infinity;
  return { must: at < until, may: at - forgottenMs < until };
}
