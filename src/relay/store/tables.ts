import type { Generated, Selectable } from 'kysely';
import type { NoticeTopic } from '../../shared/wire/office.ts';
import type { ClaimState } from '../../shared/wire/shop.ts';

/** The relay's tables, the same on every engine. Times are ISO 8601 UTC text. */
export interface Tables {
  /** about the database itself: its epoch, and a check of the master key */
  metadata: { name: string; value: string };
  mailboxes: {
    /** the reference of webhooks: the id in each of them, and in their index, would add a fifth to their size */
    number: Generated<number>;
    id: string;
    name: string;
    token_hash: string;
    /** 1: no secret, and every webhook is accepted */
    keyless: Generated<number>;
    created_at: string;
    disabled_at: string | null;
    /** the number of its shop; null: it is in none */
    shop: Generated<number | null>;
    /** the shop that it was removed from, while it is in none */
    former_shop: Generated<number | null>;
    /** 1: it reads its shop, and takes no webhooks */
    office: Generated<number>;
    acked_through: Generated<number>;
    /** the counter that sent the acknowledgement; null: unnamed */
    acked_by: Generated<string | null>;
    pruned_through: Generated<number>;
    /** the check of the webhook at that sequence, see checkOf; null: unknown */
    pruned_check: Generated<string | null>;
    /** when its token was made; null: with the mailbox */
    token_at: Generated<string | null>;
    /** the last restore of the relay since which its counter has compared */
    compared: Generated<string | null>;
    /** see Store.admitReader; null: none has named itself */
    reader: Generated<string | null>;
  };
  /** "webhook": the highest one ever issued; "directory": raised by each command that changes a mailbox */
  sequences: { name: 'webhook' | 'directory'; value: number };
  mailbox_secrets: {
    mailbox_id: string;
    ciphertext: string;
    created_at: string;
    retired_at: string | null;
  };
  webhooks: {
    /** its sequence, issued once, also after everything was deleted */
    id: number;
    /** the mailbox's number */
    mailbox: number;
    fingerprint: string;
    ref: string | null;
    event: string | null;
    signature: string;
    body: Buffer;
    received_at: string;
    /** the sequence of its receipt; null: it was never requeued, and that is its id */
    received_seq: Generated<number | null>;
  };
  /** how many variants of a signed body were stored; a body with one variant has no row */
  signed_variants: {
    mailbox: number;
    /** see WebhookVariant.signedBody */
    signed_body: string;
    stored: number;
    /** when one was last stored or refused */
    last_at: string;
  };
  /** mailboxes whose counters share claims */
  shops: {
    number: Generated<number>;
    id: string;
    name: string;
    /** null: no counter has made the shop key yet, or it is being replaced */
    key_id: Generated<string | null>;
    /** the number of its newest notice; 0: there was none */
    notices: Generated<number>;
    created_at: string;
    /** when that key was made; null: it has none, or not known */
    key_at: Generated<string | null>;
    /** a key that a counter has in the place of that one, and the counter's name: the operator decides */
    newer_key_id: Generated<string | null>;
    newer_key_by: Generated<string | null>;
    /** the restore of the relay since which a counter may not have compared; null: each has */
    restore_id: Generated<string | null>;
    /** names its counters and their tokens as they are; empty: nothing was changed about them yet */
    roster: Generated<string>;
  };
  /** every roster that a shop has had, and those that its counters have seen of a newer database */
  shop_rosters: { shop: number; roster: string };
  claims: {
    shop: number;
    /** the sale's */
    id: string;
    /** the number of the counter's mailbox, which may be deleted */
    mailbox: number;
    /** the mailbox's name when the claim was posted */
    counter: string;
    version: number;
    state: ClaimState;
    /** digests; empty: made with an earlier shop key, and comparable with none */
    product: string;
    number: string;
    day: string;
    /** 1: the one claim that keeps the product from other counters; see judgeClaim */
    holds: number;
    since: string;
    changed_at: string;
    /** the sale of an unresolved claim; null: it carries none */
    sealed: Buffer | null;
  };
  /** see shared/wire/office.ts */
  shop_notices: {
    shop: number;
    seq: number;
    /** of who posted it */
    id: string;
    /** the number of the mailbox that posted it, which may be deleted */
    mailbox: number;
    topic: NoticeTopic;
    /** empty: another one took its place */
    sealed: Buffer;
    posted_at: string;
  };
  /** the latest replay of a mailbox, the only one that continues */
  replays: { mailbox: number; generation: number };
  /** how far a counter has shipped its log; see shared/wire/shipped-log.ts */
  shipped_logs: {
    mailbox: number;
    /** the last event, its hash, and the counter's proof of it */
    through: Generated<number>;
    head: string | null;
    tag: string | null;
    /** of all batches and parts */
    bytes: Generated<number>;
    /** the committed one */
    snapshot: string | null;
    snapshot_through: Generated<number>;
    snapshot_head: string | null;
    snapshot_parts: Generated<number>;
    snapshot_at: string | null;
    /** when a batch or a snapshot was stored last */
    stored_at: Generated<string | null>;
  };
  shipped_batches: {
    mailbox: number;
    first_seq: number;
    last_seq: number;
    head: string;
    sealed: Buffer;
    received_at: string;
  };
  shipped_snapshot_parts: { mailbox: number; snapshot: string; part: number; sealed: Buffer; received_at: string };
}

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** Of a table that is joined on the left. */
export type Nullable<Read> = { [Column in keyof Read]: Read[Column] | null };
