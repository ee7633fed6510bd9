export { connectionHandlers } from './api.ts';
export { type Connection, missingFor, openLiveConnection } from './connection.ts';
export { createRelayTestReceiver, type RelayTestReceiver, readShopKeyId, tryConnection } from './connection-tests.ts';
