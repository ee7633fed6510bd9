import type { RelayAcked, RelayEvent, UnverifiedWebhook } from '../../shared/wire/relay.ts';

/** What a poll of the shop's mailbox brought. */
export type PollOutcome =
  | {
      kind: 'page';
      events: RelayEvent[];
      next: string | null;
      more: boolean;
      unverified?: UnverifiedWebhook[] | undefined;
      acked?: RelayAcked | undefined;
    }
  /** 410: events behind our cursor were dropped; go on from the oldest kept (null: from the start) */
  | { kind: 'gone'; oldest: string | null; acked?: RelayAcked | undefined }
  /** 409: another counter polls this mailbox */
  | { kind: 'taken' }
  /** 401, 404, 400: wrong mailbox, token or cursor */
  | { kind: 'refused'; status: number }
  /** anything else: no connection, a time-out, 5xx, an answer that is not the relay's */
  | { kind: 'unreachable'; reason: string };

/** The shop's mailbox at the public relay (docs/adr/0006-relay.md). */
export interface RelayMailbox {
  /** Long poll: answers at once when something is behind `after`, else within `waitSeconds`. */
  poll(ask: { after: string | null; limit: number; waitSeconds: number; signal: AbortSignal }): Promise<PollOutcome>;
  /**
   * Everything up to this cursor is in the journal. A lost ack does no harm: the next one covers it.
   * @param counter names the journal, see listener.ts
   */
  ack(cursor: string, counter?: string): Promise<boolean>;
  /** The address that is given to the provider for one order. */
  callbackUrl(ref: string): string;
}
