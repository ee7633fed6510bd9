/**
 * Saved customers, and the erasure of a customer from the database, its payloads, exports and the shop’s other counters.
 * An erasure is recorded first and carried out piece by piece (erasure-worker), so that a stop loses none of it.
 * May use files, printing, search and settings for what they hold of a customer. Tests: tests/unit/customers,
 * tests/relay/customer-erased.test.ts.
 */

export { type CustomerReader, customerReader, isAllowedPurgeDay } from './api.ts';
export { type CustomerData } from './customer-data.ts';
export { prepareErasures, prepareRecordErasure } from './erasure-log.ts';

export { customerDigestFeature, customersFeature } from './feature.ts';
export { followErasures, type ShopDigest } from './follow-erasures.ts';
export { eraseInReplaced, purgeErasedTraces } from './purge-databases.ts';
export { readErasureNotice, type ShopErasures, writeErasureNotice } from './shop-erasures.ts';
