export { createRelayMailbox, type RelayMailbox } from './mailbox-client.ts';
export { createMailboxPoller, type MailboxPoller, relayStatus } from './mailbox-poller.ts';
export { type CounterLog, createOfficeClient, type OfficeAtRelay } from './office-client.ts';
export {
  type DeliveryResult,
  keyIdOf,
  type ReceivedWebhook,
  toReceivedWebhook,
  verifySignature,
} from './received-webhook.ts';
export { createShippedLogClient, type ShippedLogAtRelay, type ShippingAnswer } from './shipped-log-client.ts';
export { createShopClient, type ShopAnswer, type ShopAtRelay } from './shop-client.ts';
