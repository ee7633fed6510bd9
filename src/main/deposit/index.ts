/**
 * What is left of the shop’s deposit at the provider, by its own account: payments in, corrections, less what sales cost.
 * An estimate: only the provider knows the balance. It stops no sale.
 * May use base and db. Tests: tests/unit/deposit.
 */

export { depositFeature } from './api.ts';
export { depositHook } from './deposit-repository.ts';
