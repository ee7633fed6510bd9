/**
 * The counter’s journal, sealed with the shop’s key and shipped to the relay, and the way back to a counter whose folder is lost.
 * The relay can read none of it. What it holds is proved by hashes before it is used.
 * May use db, relay-client, backup and settings. Tests: tests/relay/counter-ships.test.ts, tests/unit/relay.
 */

export { UnpackedTooLarge } from './compression.ts';
export { logShippingFeature } from './feature.ts';
export {
  FetchFailed,
  isProved,
  openSnapshot,
  prepareFollowLog,
  type ReadableLog,
  removeDatabase,
} from './fetch-shipped.ts';
