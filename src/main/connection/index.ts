export { type Connection, missingFor, openLiveConnection } from './connection.ts';
export {
  connectionHandlers,
  createRelayTestReceiver,
  type RelayTestReceiver,
  readShopKeyId,
  tryConnection,
} from './connection-tests.ts';
