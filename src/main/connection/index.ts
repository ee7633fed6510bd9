export { type Connection, missingFor, openLiveConnection } from './connection.ts';
export {
  connectionHandlers,
  createRelayTestReceiver,
  type RelayTestReceiver,
  readShopAt,
  tryConnection,
} from './connection-tests.ts';
