import type { NewMailbox } from './store.ts';

/** A mailbox as whoever runs the relay sees it. */
export interface MailboxState {
  id: string;
  name: string;
  /** ISO 8601 UTC, as all times here */
  createdAt: string;
  disabled: boolean;
  keyless: boolean;
  /** oldest first; those whose time is over are left out. `retiresAt` null: in force until it is rotated */
  secrets: ReadonlyArray<{ createdAt: string; retiresAt: string | null }>;
  kept: number;
  unacked: number;
}

/** "rotating": an older secret is valid still, and two are the most. */
export type Rotation = 'rotated' | 'unknown' | 'keyless' | 'rotating';

/** @see MailboxStore.moveToEnd */
export interface Moving {
  /** of the replay, see MailboxStore.takeReplay */
  turn: number;
  /** in the order in which they are to stand */
  places: readonly number[];
}

/**
 * What the command line changes. Every method is one commit that relays on the same database hear of, and rejects when the
 * database fails, with nothing changed.
 */
export interface MailboxStore {
  createMailbox(mailbox: NewMailbox): Promise<void>;
  mailboxes(now: string): Promise<MailboxState[]>;
  /** @param ask.oldUntil when the secret that is in force now ends */
  rotateSecret(mailbox: string, ask: { sealed: string; now: string; oldUntil: string }): Promise<Rotation>;
  /** Ends the secrets that are being rotated out. Answers how many; null when there is no such mailbox. */
  retireSecrets(mailbox: string, now: string): Promise<number | null>;
  /** These answer false when there is no such mailbox. */
  rotateToken(mailbox: string, tokenHash: string): Promise<boolean>;
  /** @param at null: enabled again */
  setDisabled(mailbox: string, at: string | null): Promise<boolean>;
  deleteMailbox(mailbox: string): Promise<boolean>;
  /** Drops at most `limit` webhooks of a mailbox, its oldest; answers how many went. */
  dropWebhooks(mailbox: string, limit: number): Promise<number>;
  /** Ends the replay that is under way in a mailbox, and answers the turn of the next one; null when there is no such mailbox. */
  takeReplay(mailbox: string): Promise<number | null>;
  /** Where the webhooks behind a place stand, in the order in which they were received. */
  placesBehind(mailbox: string, after: number): Promise<number[]>;
  /**
   * Gives the webhooks at some places new ones at the end of their mailbox; what stands there no longer is passed over. Answers
   * how many were moved; null when a later replay has taken over, or the mailbox is gone.
   */
  moveToEnd(mailbox: string, ask: Moving): Promise<number | null>;
  /** Makes every cursor that was ever given out one of another database. */
  beginEpoch(epoch: string): Promise<void>;
}
