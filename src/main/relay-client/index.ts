/**
 * The counter’s side of the public relay: its mailbox, its shop, and the shipped log.
 * Webhooks are checked here, by the key over their exact bytes, and applied by sales.
 * May use base. Tests: tests/unit/relay-client, tests/relay/mailbox-poller.test.ts.
 */

export { pollingFeature, webhooksFeature } from './feature.ts';
export { createRelayMailbox, type RelayMailbox } from './mailbox-client.ts';
export type { DeliveryResult } from './mailbox-poller.ts';
export {
  createOfficeClient,
  createShippedLogClient,
  type OfficeAtRelay,
  type ShippedLogAtRelay,
  type ShippingAnswer,
} from './shipped-log-client.ts';
export { createShopClient, type ListedClaims, type ShopAnswer, type ShopAtRelay } from './shop-client.ts';
export { digestOf, keyIdOf, type ReceivedWebhook, toReceivedWebhook, verifySignature } from './verification.ts';
