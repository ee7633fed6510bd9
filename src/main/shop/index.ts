export { createShopClaims, type ShopClaims } from './claims.ts';
export { openShopMembership, type ShopMembership } from './shop-membership.ts';
