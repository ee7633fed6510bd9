import type { UnverifiedWebhook } from '../../shared/wire/relay.ts';
import type { Complaints } from './ports.ts';

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
  /** see checkOf */
  check: string;
}

/** What must be known of a mailbox before a webhook or a reader is let in; it changes by command only. */
export interface KnownMailbox {
  /** SHA-256 of the token, in hex */
  tokenHash: string;
  /** nothing is known that webhooks are signed with: any is taken */
  keyless: boolean;
  /** Secrets that may sign for it, sealed (vault.ts). One that is being rotated out is good until `retiredAt`, ISO 8601 UTC. */
  secrets: ReadonlyArray<{ sealed: string; retiredAt: string | null }>;
}

/** A webhook whose signed body has come with another ref or event name. */
export interface Variant extends NewWebhook {
  /** see signedBodyOf */
  signedBody: string;
}

/** "known": it is kept already. "full": its body has as many variants as it may have (variants.ts), and it is not kept. */
export type VariantOutcome = 'kept' | 'known' | 'full';

/** Part of a mailbox as it was at one moment: webhooks can be dropped before or after, never between its parts. */
export interface Part {
  /** everything up to this place was dropped; 0: nothing was */
  droppedTo: number;
  /** of the webhook that stood there, see checkOf; null: not known */
  droppedCheck: string | null;
  /** the last of `kept`; where it is empty, the newest place that was ever given in this mailbox, 0: none */
  newest: number;
  /**
   * Whether the webhook that the cursor names stands at its place, or was moved from there by a replay, or may have been dropped.
   * False: another stands there now, or none ever did.
   */
  cursorMatches: boolean;
  /** how far it was acknowledged; left out where no counter that names itself has */
  acked?: { place: number; counter: string } | undefined;
  /** oldest first */
  kept: KeptWebhook[];
}

/** What another process did to the same database. A hint: it may say too much, and comes late where the line broke. */
export interface Ears {
  /** Webhooks came for these mailboxes. */
  came(mailboxes: readonly string[]): void;
  /** Another process reads these mailboxes: whoever took one at a lower turn does so no longer. */
  taken(mailboxes: ReadonlyArray<{ mailbox: string; turn: number }>): void;
  /** Mailboxes were changed by command: what was known of them may be old. */
  changed(): void;
  /** All that another process refused of a mailbox lately; see unverified.ts. */
  unverified?(mailbox: string, webhooks: readonly UnverifiedWebhook[], instance: string): void;
}

export interface NewMailbox {
  id: string;
  name: string;
  tokenHash: string;
  /** the webhook secret, sealed (vault.ts); null: the mailbox is keyless */
  sealedSecret: string | null;
  createdAt: string;
}

/** Everything in the mailbox up to the place was heard. */
export interface Acked {
  mailbox: string;
  place: number;
  /** names the counter that did; left out where it does not say */
  counter?: string | undefined;
}

/** Where webhooks and mailboxes are kept. Every method rejects when the database fails, and nothing was changed then. */
export interface Store {
  /**
   * Made with the database, and made anew when an older copy of it was put back: cursors of another epoch are not ours.
   * As old as the last directoryVersion().
   */
  readonly epoch: string;
  /** Null when the mailbox is unknown or disabled. Retired secrets are among its secrets as long as they are kept. */
  mailbox(id: string): Promise<KnownMailbox | null>;
  /** A number that every command that changes a mailbox raises, in the same commit. Cheap to ask. */
  directoryVersion(): Promise<number>;
  /**
   * At most `limit` webhooks behind a place. Null when the mailbox is unknown or disabled.
   * @param check of the webhook at that place, as a cursor says; null or left out: it names none
   */
  part(mailbox: string, after: number, limit: number, check?: string | null): Promise<Part | null>;
  /**
   * Hears of what other processes commit, by notice where the engine has it and by a look every few seconds in any case.
   * Once at most for a store, before anybody reads; ends with `close`.
   */
  listen(ears: Ears, complaints: Complaints): void;
  /**
   * Keeps them all, durably, or none. Passed over is what is kept already, and what is for a mailbox that was deleted
   * meanwhile. Answers how many were new.
   */
  append(webhooks: readonly NewWebhook[]): Promise<number>;
  /**
   * Keeps of them what their bodies may still bring, durably and all in one commit; answers for each. Slower than `append`, which
   * keeps the first of each body.
   */
  appendVariants(variants: readonly Variant[]): Promise<VariantOutcome[]>;
  /** How many appends are worth asking for at once, each behind the one before; left out: one. */
  readonly appendsAtOnce?: number;
  /**
   * Takes the reading of a mailbox from whoever has it, in whatever process. Answers the turn: the later taken, the higher.
   * Null where this process alone reads, as over SQLite.
   */
  take(mailbox: string): Promise<number> | null;
  /** Remembers of some mailboxes that everything up to a place was heard, all in one commit; never goes back. */
  ack(acks: readonly Acked[]): Promise<void>;
  /**
   * Drops some of what is older than its time (ISO 8601 UTC), at most `limit` in one short commit, always from a mailbox's
   * oldest on. Answers how many went; to be called again until that is none.
   */
  drop(ask: { ackedBefore: string; unackedBefore: string; limit: number }): Promise<number>;
  createMailbox(mailbox: NewMailbox): Promise<void>;
  /** Tells other processes which webhooks of a mailbox were refused here; left out where this process alone takes them. */
  tellUnverified?: ((mailbox: string, webhooks: readonly UnverifiedWebhook[]) => Promise<void>) | undefined;
  /** Rejects when the database cannot be asked. */
  check(): Promise<void>;
  /** Whatever is waited for here fails at once, and whatever is asked from now on; left out: nothing is waited for. */
  giveUp?(): void;
  close(): Promise<void>;
}
