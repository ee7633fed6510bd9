/**
 * Several counters as one shop: what a counter claims at the relay before it sends, notices to the others, the shop’s key and its members.
 * A claim is taken back only by the run that made it; a relay that may be an older copy decides nothing before the counters have compared.
 * May use relay-client, db and sales’ types. Tests: tests/unit/shop, tests/relay/claims.test.ts, tests/relay/sqlite/put-back-*.full.test.ts.
 */

export { type OneShop } from './api.ts';
export { claimsFeature, shopFeature } from './feature.ts';
export { type Notice, type NoticeHandlers, ShopNotices } from './notices.ts';
export { readShopKey } from './shop-key.ts';
export { type Shop, type ShopMembership } from './shop-membership.ts';
