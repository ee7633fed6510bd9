export { type OneShop, shopHandlers } from './api.ts';
export { claimedSales } from './claimed-sale.ts';
export { createShopClaims, type ShopClaims } from './claims.ts';
export { readShopKey } from './shop-key.ts';
export { openShopMembership, type ShopMembership } from './shop-membership.ts';
