import type { Generated } from 'kysely';

/** The relay's tables, the same on every engine. Times are ISO 8601 UTC text. */
export interface Tables {
  /** facts about the database itself: its epoch, and a check of the master key */
  facts: { name: string; value: string };
  mailboxes: {
    /** what webhooks name it by: an id in each of them, and in their index, is a fifth of what a webhook writes */
    number: Generated<number>;
    id: string;
    name: string;
    token_hash: string;
    /** 1: no secret, any webhook is taken */
    keyless: Generated<number>;
    created_at: string;
    disabled_at: string | null;
    acked_to: Generated<number>;
    /** the counter whose ack that was; null: it did not say */
    acked_by: Generated<string | null>;
    dropped_to: Generated<number>;
    /** of the webhook that stood there, see checkOf; null: none was dropped since this is written down */
    dropped_check: Generated<string | null>;
  };
  /** "place", see places.ts; "directory", raised whenever a mailbox is changed by command */
  counters: { name: 'place' | 'directory'; value: number };
  mailbox_secrets: {
    mailbox_id: string;
    sealed: string;
    created_at: string;
    retired_at: string | null;
  };
  webhooks: {
    /** the place in the mailbox, see places.ts: given once, also after everything was dropped */
    id: number;
    /** its number */
    mailbox: number;
    fingerprint: string;
    ref: string | null;
    event: string | null;
    signature: string;
    body: Buffer;
    received_at: string;
    /** the place that it was received at; null: that is where it stands */
    first_place: Generated<number | null>;
  };
  /** see store/append-variants.ts; a body with one ref and event name has no row */
  signed_variants: {
    mailbox: number;
    /** see Variant.signedBody */
    signed_body: string;
    stored: number;
    /** when one was last stored or refused */
    last_at: string;
  };
  /** of mailboxes that were ever replayed: the turn of the latest replay, the only one that goes on */
  replays: { mailbox: number; turn: number };
}
