export { connectionHandlers } from './api.ts';
export { type Connection, openLiveConnection } from './connection.ts';
export { createRelayTestReceiver, type RelayTestReceiver, tryConnection } from './connection-tests.ts';
