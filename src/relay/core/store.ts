/** A correctly signed webhook, ready to be kept. */
export interface NewWebhook {
  mailbox: string;
  /** the shop's order id from the path */
  ref: string | null;
  /** the X-Service-Event header */
  event: string | null;
  /** the X-Service-Signature header, as it came */
  signature: string;
  /** exactly the bytes that were signed */
  body: Uint8Array;
  /** the same for an identical redelivery, and only for that; see fingerprintOf */
  fingerprint: string;
  /** ISO 8601 UTC */
  receivedAt: string;
}

export interface KeptWebhook extends Omit<NewWebhook, 'mailbox' | 'fingerprint'> {
  /** the place in the mailbox: grows, and never becomes visible out of order */
  place: number;
}

/** What a reader must know of a mailbox before it reads. */
export interface Reading {
  /** SHA-256 of the token, in hex */
  tokenHash: string;
  /** everything up to this place was dropped; 0: nothing was */
  droppedTo: number;
  /** the newest place that was ever given in this mailbox; 0: none */
  newest: number;
}

export interface NewMailbox {
  id: string;
  name: string;
  tokenHash: string;
  /** the webhook secret, sealed; see vault.ts */
  sealedSecret: string;
  createdAt: string;
}

export interface MailboxLine {
  id: string;
  name: string;
  createdAt: string;
  disabled: boolean;
  activeSecrets: number;
  kept: number;
  unacked: number;
}

/** Where webhooks and mailboxes are kept. Every method rejects when the database fails, and nothing was changed then. */
export interface Store {
  /** Made with the database: cursors of another database are not ours. */
  readonly epoch: string;
  /** Sealed secrets that may sign for the mailbox: none when it is unknown or disabled. */
  secretsOf(mailbox: string): Promise<string[]>;
  /** Null when the mailbox is unknown or disabled. */
  reading(mailbox: string): Promise<Reading | null>;
  /** Keeps them all, durably, or none; one already kept is passed over. Answers how many were new. */
  append(webhooks: readonly NewWebhook[]): Promise<number>;
  /** Those behind a place, oldest first. */
  read(mailbox: string, after: number, limit: number): Promise<KeptWebhook[]>;
  /** Remembers that everything up to a place was heard; never goes back. */
  ack(mailbox: string, place: number): Promise<void>;
  /**
   * Drops what is older than its time (ISO 8601 UTC), at most `limit` of a mailbox at once, always from its oldest on.
   * Answers how many went.
   */
  drop(ask: { ackedBefore: string; unackedBefore: string; limit: number }): Promise<number>;
  createMailbox(mailbox: NewMailbox): Promise<void>;
  listMailboxes(): Promise<MailboxLine[]>;
  /** False when there is no such mailbox. */
  disableMailbox(mailbox: string, at: string): Promise<boolean>;
  /** Rejects when the database cannot be asked. */
  check(): Promise<void>;
  close(): Promise<void>;
}
