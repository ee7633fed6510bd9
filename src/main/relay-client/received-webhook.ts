import type { RelayEvent } from '../../shared/wire/relay.ts';

/** A webhook as it came out of the mailbox, with what this desktop itself found about its signature. */
/** "passed_over": nothing was written down, and the place in the mailbox is where it was. */
export type DeliveryResult = 'kept' | 'passed_over';

export interface ReceivedWebhook {
  event: RelayEvent;
  /** the raw bytes that were signed */
  body: Uint8Array;
  /** HMAC-SHA256 over the raw bytes with one of the shop's keys (spec, Authentication) */
  signed: boolean;
}
