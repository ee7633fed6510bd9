import type { Generated } from 'kysely';

/** The relay's tables, the same on every engine. Times are ISO 8601 UTC text. */
export interface Tables {
  /** facts about the database itself: its epoch, and a check of the master key */
  facts: { name: string; value: string };
  mailboxes: {
    id: string;
    name: string;
    token_hash: string;
    created_at: string;
    disabled_at: string | null;
    acked_to: Generated<number>;
    dropped_to: Generated<number>;
  };
  mailbox_secrets: {
    id: Generated<number>;
    mailbox_id: string;
    sealed: string;
    created_at: string;
    retired_at: string | null;
  };
  webhooks: {
    /** the place in the mailbox; given once, also after everything was dropped */
    id: Generated<number>;
    mailbox_id: string;
    fingerprint: string;
    ref: string | null;
    event: string | null;
    signature: string;
    body: Buffer;
    received_at: string;
  };
}
