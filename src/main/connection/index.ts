/**
 * The live connection to the payment service and the relay, and the tests that a person runs before going live.
 * It needs settings, provider and relay-client; each of those does without it.
 * Tests: tests/unit/connection.
 */

export { type Connection, missingFor, openLiveConnection } from './connection.ts';
export { connectionFeature, tryConnection } from './connection-tests.ts';
