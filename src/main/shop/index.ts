export { type OneShop, shopHandlers } from './api.ts';
export { createShopClaims, type ShopClaims } from './claims.ts';
export { createShopNotices, type Notice, type NoticeHandlers, type ShopNotices } from './notices.ts';
export { claimedSales, readShopKey, type ShopKey } from './shop-key.ts';
export { openShopMembership, type Shop, type ShopMembership } from './shop-membership.ts';
