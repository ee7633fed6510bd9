/**
 * What is left of the shop’s deposit at the provider, by its own account: payments in, corrections, less what sales cost.
 * An estimate: only the provider knows the balance. It stops no sale.
 * Where the provider names its balance, that is read beside it and moves nothing.
 * May use base, db and provider. Tests: tests/unit/deposit.
 */

export { depositFeature } from './api.ts';
export { type DepositRepository, depositHook } from './deposit-repository.ts';
