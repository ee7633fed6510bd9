export { createRelayMailbox } from './mailbox-client.ts';
export { createListener, type Listener } from './mailbox-poller.ts';
export { heardFrom } from './receive-page.ts';
export { type HeardWebhook, type Hearing } from './received-webhook.ts';
export { type RelayMailbox } from './relay-mailbox.ts';
export { relayStatus } from './relay-status.ts';
export { keyIdOf, verifySignature } from './signature.ts';
