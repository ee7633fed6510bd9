export { connectionHandlers } from './api.ts';
export { type Connection } from './connection.ts';
export { openLiveConnection } from './live-connection.ts';
export { createRelayTestReceiver, type RelayTestReceiver } from './relay-test-receiver.ts';
export { tryConnection } from './test-connection.ts';
