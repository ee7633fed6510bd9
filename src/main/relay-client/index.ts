export { createRelayMailbox } from './mailbox-client.ts';
export { createMailboxPoller, type MailboxPoller } from './mailbox-poller.ts';
export { toReceivedWebhook } from './receive-page.ts';
export { type DeliveryResult, type ReceivedWebhook } from './received-webhook.ts';
export { type RelayMailbox } from './relay-mailbox.ts';
export { relayStatus } from './relay-status.ts';
export { keyIdOf, verifySignature } from './signature.ts';
