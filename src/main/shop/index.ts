export { type OneShop, shopHandlers } from './api.ts';
export { createShopClaims, type ShopClaims } from './claims.ts';
export { readShopKey } from './shop-key.ts';
export { openShopMembership, type ShopMembership } from './shop-membership.ts';
