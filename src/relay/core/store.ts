import type { ErrorReporter } from '../../server/ports.ts';
import type { PostedNotice, ShopCounters, ShopNotices } from '../../shared/wire/office.ts';
import type { RelayErase, UnverifiedWebhook } from '../../shared/wire/relay.ts';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import type { ClaimStore, ShopRefusal } from './claims.ts';
import type { ShippedLogStore } from './shipped-log.ts';

/** An accepted webhook before it is stored. Times are ISO 8601 UTC everywhere in the store. */
export interface NewWebhook {
  mailbox: string;
  /** the shop's order id from the path */
  ref: string | null;
  /** the X-Service-Event header */
  event: string | null;
  /** the X-Service-Signature header, unchanged */
  signature: string;
  /** exactly the signed bytes */
  body: Uint8Array;
  /** equal for an identical redelivery only; see fingerprintOf */
  fingerprint: string;
  receivedAt: string;
}

export interface StoredWebhook extends Omit<NewWebhook, 'mailbox' | 'fingerprint'> {
  /** its position in the mailbox: ascending, and never visible out of order */
  sequence: number;
  /** see checkOf */
  check: string;
}

/** An erased webhook has no body, signature and ref any more. One that is received is never empty. */
export const isErased = ({ body }: Pick<StoredWebhook, 'body'>): boolean => body.length === 0;

/** A webhook whose signed body has come with another ref or event name before. */
export interface WebhookVariant extends NewWebhook {
  /** see signedBodyKey */
  signedBody: string;
}

/** The refs and event names that one signed body may come with: neither is signed, and both are stored. */
export const maxVariants = 32;

/** "duplicate": it is stored already. "over_limit": its body has the maximum of variants, and it is not stored. */
export type VariantOutcome = 'stored' | 'duplicate' | 'over_limit';

/** Authenticates the webhooks and the reader of a mailbox. Only commands change it. */
export interface MailboxCredentials {
  /** SHA-256 of the token, in hex */
  tokenHash: string;
  /** no secret is known: every webhook is accepted */
  keyless: boolean;
  /** Encrypted secrets (see Vault). One that is being rotated out is valid until `retiredAt`. */
  secrets: ReadonlyArray<{ ciphertext: string; retiredAt: string | null }>;
}

/** A part of a mailbox, read in one snapshot. */
export interface MailboxPage {
  /** everything up to this sequence was pruned; 0: nothing */
  prunedThrough: number;
  /** the check of the webhook at `prunedThrough`; null: unknown */
  prunedCheck: string | null;
  /** the last sequence of `webhooks`; if there are none, the newest one ever issued in this mailbox, 0: none */
  newest: number;
  /**
   * Whether the webhook of the cursor is at its sequence, was moved from there by a replay, or may have been pruned. False: another
   * webhook is there, or none ever was.
   */
  cursorMatches: boolean;
  /** the furthest acknowledgement of a counter that names itself */
  acked?: { sequence: number; counter: string } | undefined;
  /** absent: the mailbox is in none */
  shop?: ShopOfMailbox | undefined;
  /** oldest first */
  webhooks: StoredWebhook[];
}

/** An instance reads a mailbox; the lease with the highest generation is valid. */
export interface PollLease {
  mailbox: string;
  leaseGeneration: number;
}

/** A run of a counter that reads a mailbox: a newer one takes it, and the older one gets it back only as another run. */
export interface Reader {
  id: string;
  /** it has just been started */
  takes: boolean;
}

/** Learns what other processes do to the same database. Notifications may be late, and may say too much. */
export interface StoreListener {
  /** Webhooks were stored for these mailboxes. */
  onWebhooks(mailboxes: readonly string[]): void;
  /** Another process polls these mailboxes: leases of a lower generation are over. */
  onLeases(leases: readonly PollLease[]): void;
  /** A shop changed: held requests of these mailboxes look again. "any": notifications may have been missed. */
  onShopChange(mailboxes: readonly string[] | 'any'): void;
  /** A command changed mailboxes: cached credentials may be stale. */
  onMailboxesChanged(): void;
  /** All unverified webhooks of a mailbox that another process knows; see unverified.ts. */
  onUnverified?(mailbox: string, webhooks: readonly UnverifiedWebhook[], instance: string): void;
}

export interface NewMailbox {
  id: string;
  name: string;
  tokenHash: string;
  /** the encrypted webhook secret (see Vault); null: the mailbox is keyless */
  ciphertext: string | null;
  createdAt: string;
  /** the id of its shop; absent: none */
  shop?: string | undefined;
  /** absent: a counter. An office has no secret, and takes no webhooks */
  role?: MailboxRole | undefined;
}

/** "office": it reads what the counters of its shop ship; see shared/wire/office.ts. */
export type MailboxRole = 'counter' | 'office';

/** "name_taken": the shop has another mailbox of that name, and cashiers could not distinguish its counters. */
export type Joining = 'joined' | 'unknown_shop' | 'name_taken';

/** Everything in the mailbox up to the sequence was received by the counter. */
export interface Ack {
  mailbox: string;
  sequence: number;
  /** the counter's name; absent: it sent none */
  counter?: string | undefined;
}

/** Stores webhooks and mailboxes. A method rejects if the database fails, and has then changed nothing. */
export interface Store extends ClaimStore {
  /**
   * Created with the database, and again after the restore of an older copy: cursors of another epoch are invalid. As old as the
   * last directoryVersion().
   */
  readonly epoch: string;
  /** Null if the mailbox is unknown or disabled. Retired secrets may be among its secrets. */
  findMailbox(id: string): Promise<MailboxCredentials | null>;
  /** Raised by each command that changes a mailbox, in the same commit. Cheap to read. */
  directoryVersion(): Promise<number>;
  /**
   * Reads at most `limit` webhooks after a sequence. Null if the mailbox is unknown or disabled.
   * @param check of the webhook at that sequence, from a cursor; null or absent: the cursor has none
   */
  readPage(mailbox: string, after: number, limit: number, check?: string | null): Promise<MailboxPage | null>;
  /** Subscribes to the commits of other processes until `close`. Called once at most, before the first poll. */
  subscribe(listener: StoreListener, errors: ErrorReporter): void;
  /** Stores all of them durably, or none. Skips duplicates and webhooks of deleted mailboxes. Answers how many were new. */
  append(webhooks: readonly NewWebhook[]): Promise<number>;
  /** Stores variants up to the limit of their bodies, durably in one commit. Slower than `append`, which stores first variants. */
  appendVariants(variants: readonly WebhookVariant[]): Promise<VariantOutcome[]>;
  /** Whether this run reads the mailbox: the one that took it last does, or the first that comes where none has. */
  admitReader(mailbox: string, reader: Reader): Promise<boolean>;
  /** Takes the poll lease of a mailbox from any process; answers its generation. Null if there is only this process, as on SQLite. */
  acquireLease(mailbox: string): Promise<number> | null;
  /** Stores acknowledgements in one commit; they never go back. */
  ack(acks: readonly Ack[]): Promise<void>;
  /**
   * Erases the content of the named webhooks that are acknowledged, in one commit. Their fingerprints stay, so a redelivery is a
   * duplicate. Answers how many, and how many are kept because they are not acknowledged.
   */
  erase(mailbox: string, names: RelayErase): Promise<{ erased: number; kept: number }>;
  /** Deletes up to `limit` of the oldest webhooks past their retention, in one short commit. Answers how many; 0: none is left. */
  prune(request: { ackedBefore: string; unackedBefore: string; limit: number }): Promise<number>;
  createMailbox(mailbox: NewMailbox): Promise<Joining>;
  readonly shippedLog: ShippedLogStore;
  readonly office: OfficeStore;
  readonly notices: NoticeStore;
  /** Notifies other processes of a change that held requests of these mailboxes wait for; absent if there are no others. */
  publishShopChange?: ((mailboxes: readonly string[]) => Promise<void>) | undefined;
  /** Notifies other processes of unverified webhooks; absent if there are no others. */
  publishUnverified?: ((mailbox: string, webhooks: readonly UnverifiedWebhook[]) => Promise<void>) | undefined;
  /** Rejects if the database does not answer. */
  check(): Promise<void>;
  /** Fails all pending and later requests at once; absent: nothing is ever waited for. */
  abandon?(): void;
  close(): Promise<void>;
}

/** A mailbox as the operator sees it. */
export interface MailboxState extends Pick<NewMailbox, 'id' | 'name' | 'createdAt'> {
  /** the id of its shop; null: none */
  shop: string | null;
  role: MailboxRole;
  disabled: boolean;
  keyless: boolean;
  /** valid ones, oldest first; `retiresAt` null: in force until it is rotated */
  secrets: ReadonlyArray<{ createdAt: string; retiresAt: string | null }>;
  kept: number;
  unacked: number;
  /** since when its token is in force */
  tokenAt: string;
}

/** "rotating": an older secret is still valid, and two are the maximum. */
export type Rotation = 'rotated' | 'unknown' | 'keyless' | 'office' | 'rotating';

/** The commands' access to mailboxes. Each method is one commit, which running relays notice. */
export interface MailboxStore extends Pick<Store, 'createMailbox'> {
  listMailboxes(now: string): Promise<MailboxState[]>;
  /** @param request.oldUntil the end of the secret that is in force now */
  rotateSecret(mailbox: string, request: { ciphertext: string; now: string; oldUntil: string }): Promise<Rotation>;
  /** Ends the secrets that are being rotated out. Answers how many were still valid; null: unknown mailbox. */
  retireSecrets(mailbox: string, now: string): Promise<number | null>;
  /** False if the mailbox is unknown; so are the next two. */
  rotateToken(mailbox: string, tokenHash: string, at: string): Promise<boolean>;
  /** @param at null: enabled again */
  setDisabled(mailbox: string, at: string | null): Promise<boolean>;
  deleteMailbox(mailbox: string): Promise<boolean>;
  /** Deletes at most `limit` of the oldest webhooks of a mailbox; answers how many. */
  deleteWebhooks(mailbox: string, limit: number): Promise<number>;
  /** The same of its shipped log. */
  deleteShipped(mailbox: string, limit: number): Promise<number>;
  /** Ends a running replay of the mailbox. Answers the generation of the next one; null: unknown mailbox. */
  beginReplay(mailbox: string): Promise<number | null>;
  /** The sequences after one, in the order of receipt, without erased webhooks. */
  sequencesAfter(mailbox: string, after: number): Promise<number[]>;
  /**
   * Moves webhooks to the end of their mailbox, in the order of `sequences`. Answers how many; null: a replay of a later generation has
   * begun, or the mailbox is deleted.
   */
  requeue(mailbox: string, request: { generation: number; sequences: readonly number[] }): Promise<number | null>;
  /** Invalidates every cursor issued so far, forgets who reads the mailboxes, and numbers notices above all that were issued. @param now milliseconds since 1970 */
  beginEpoch(epoch: string, now: number): Promise<void>;
  /** Shops wait for their counters to compare; see PostedRestore. Forgets who reads the mailboxes. @param id begins with startPrefix */
  beginStart(id: string): Promise<void>;
  /** They wait no longer, but for a counter that runs: that is waited for as after `restored`, until a supervisor goes on. */
  endStart(id: string, isRunning: (mailbox: string) => boolean): Promise<void>;
}

/** A shop as the operator sees it. */
export interface ShopState extends Omit<ShopOfMailbox, 'restore' | 'roster'> {
  createdAt: string;
  /** since when it has its key; null: it has none, or not known */
  keyAt: string | null;
  /** a key that a counter has in the place of that one: this database is an older copy; null: none is known */
  newerKey: { keyId: string; counter: string } | null;
  /** the counters that have not compared since an older copy was put back */
  waiting: readonly string[];
  /** that copy is of before a change of its counters, and a supervisor goes on */
  lacksCounters: boolean;
  mailboxes: ReadonlyArray<Pick<MailboxState, 'id' | 'name' | 'role' | 'disabled'>>;
  /** its unresolved claims, also of mailboxes that were removed */
  unresolved: number;
}

/** The commands' access to shops. Each method is one commit. */
export interface ShopStore {
  createShop(shop: { id: string; name: string; createdAt: string }): Promise<void>;
  listShops(): Promise<ShopState[]>;
  /** "in_another": it is in another shop, and leaves none by itself. */
  addToShop(shop: string, mailbox: string): Promise<Joining | 'unknown_mailbox' | 'in_another'>;
  /** What its counter claims stays. */
  removeFromShop(shop: string, mailbox: string): Promise<'removed' | 'unknown_shop' | 'not_in_shop'>;
  /** With its claims. */
  deleteShop(shop: string): Promise<'deleted' | 'unknown_shop' | 'not_empty'>;
  /** Takes the newer key that a counter knows of in the place of its own, as rotateShopKey does. */
  trustShopKey(shop: string, keyId: string, at: string): Promise<'trusted' | 'unknown_shop' | 'no_such_key'>;
  /**
   * Forgets the shop key, so that a counter makes another one. Unresolved claims lose their digests, and count for every product until
   * their counters post them again.
   * @param revoked a mailbox that is disabled in the same commit
   */
  rotateShopKey(
    shop: string,
    revoked: { mailbox: string; at: string } | null,
  ): Promise<'rotated' | 'unknown_shop' | 'not_in_shop'>;
}

/** An office's access to its shop. A method rejects if the database fails. */
export interface OfficeStore {
  /** The counters of the office's shop and those that were removed from it, read in one snapshot. */
  counters(office: string): Promise<Omit<ShopCounters, 'version'> | ShopRefusal>;
  /** Null: the office may read the log of that counter. "unknown": it is none of its shop. */
  refusal(office: string, counter: string): Promise<ShopRefusal | null>;
  /** The offices that may read the log of a counter. */
  officesOf(counter: string): Promise<string[]>;
}

/**
 * What one mailbox may have posted: one that is stolen keeps no other from posting, and fills no disk. Padded erasures, and the
 * largest notice of an office beside them.
 */
export const maxNoticesOfMailbox = 5_000;
export const maxBytesOfMailbox = 32 * 1024 * 1024;

/** A relay's access to the notices of shops. A method rejects if the database fails, and has then changed nothing. */
export interface NoticeStore {
  /**
   * Stores a notice, once. One of an office takes the place of the shop's last one.
   * @param at ISO 8601 UTC
   */
  post(mailbox: string, notice: PostedNotice, at: string): Promise<{ seq: number } | ShopRefusal>;
  /** A page of the shop's notices, oldest first; of an office's only while it is one of the shop. */
  after(mailbox: string, after: number): Promise<ShopNotices | ShopRefusal>;
  /** All enabled mailboxes of the shop of a mailbox. */
  membersOf(mailbox: string): Promise<string[]>;
  /** Deletes up to `limit` old erasures, and what is left of replaced notices. Answers how many. */
  prune(request: { erasuresBefore: string; replacedBefore: string; limit: number }): Promise<number>;
}
